import type { Page } from "@playwright/test";

export class WorkspaceAppsPage {
  constructor(readonly page: Page) {}

  open = () => this.page.goto("/dashboard/settings/apps/workspace");

  table = () => this.page.getByRole("table", { name: "Apps in your workspace" });
  row = (name: string) => this.table().getByRole("row").filter({ hasText: name });
  policy = (name: "Any app" | "Only apps you allow") => this.page.getByRole("radio", { name });
  changes = () => this.page.getByRole("switch", { name: "AI apps may change leave" });
  allow = (name: string) => this.page.getByRole("button", { name: `Allow ${name}`, exact: true });
  disallow = (name: string) => this.page.getByRole("button", { name: `Stop allowing ${name}`, exact: true });
  asking = () => this.page.getByRole("alertdialog");
  address = () => this.page.getByRole("textbox", { name: "App address or client ID" });
  allowApp = () => this.page.getByRole("button", { name: "Allow app", exact: true });

  /** Accepts the confirmation. */
  confirm = (name: string) => this.asking().getByRole("button", { name, exact: true }).click();
}
