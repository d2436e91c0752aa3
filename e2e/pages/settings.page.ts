import type { Page } from "@playwright/test";

export class SettingsPage {
  constructor(readonly page: Page) {}

  open = () => this.page.goto("/dashboard/settings");

  profile = () => this.page.getByRole("region", { name: "Profile" });
  theme = (name: string) => this.page.getByRole("radiogroup", { name: "Theme" }).getByRole("radio", { name });
  sessions = () => this.page.getByRole("table", { name: "Active sessions" });
  signOutElsewhere = () => this.page.getByRole("button", { name: "Sign out everywhere else" });
  asking = () => this.page.getByRole("alertdialog", { name: "Sign out everywhere else?" });
}
