import type { Page } from "@playwright/test";

export class SettingsPage {
  constructor(readonly page: Page) {}

  open = () => this.page.goto("/dashboard/settings");

  profile = () => this.page.getByRole("region", { name: "Profile" });
  theme = (name: string) => this.page.getByRole("radiogroup", { name: "Theme" }).getByRole("radio", { name });
  language = () => this.page.getByRole("combobox", { name: "Language" });
  timeZone = () => this.page.getByRole("combobox", { name: "Time zone" });
  save = () => this.page.getByRole("button", { name: "Save language and time zone" });
  singleKeys = () => this.page.getByRole("switch", { name: "Single-key shortcuts" });
  showShortcuts = () => this.page.getByRole("button", { name: "Show keyboard shortcuts" });
  password = () => this.page.getByRole("region", { name: "Password" });
  currentPassword = () => this.page.getByLabel("Current password");
  newPassword = () => this.page.getByLabel("New password");
  changePassword = () => this.page.getByRole("button", { name: "Change password" });
  sessions = () => this.page.getByRole("table", { name: "Active sessions" });
  signOutElsewhere = () => this.page.getByRole("button", { name: "Sign out everywhere else" });
  asking = () => this.page.getByRole("alertdialog", { name: "Sign out everywhere else?" });
}
