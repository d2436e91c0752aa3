import type { Page } from "@playwright/test";

export class ConnectedAppsPage {
  constructor(readonly page: Page) {}

  open = () => this.page.goto("/dashboard/settings/apps");

  list = () => this.page.getByRole("list", { name: "Connected apps" });
  app = (name: string) => this.page.getByRole("article", { name, exact: true });
  revoke = (name: string) =>
    this.page.getByRole("button", { name: `Revoke access for ${name}`, exact: true });
  revoking = (name: string) => this.page.getByRole("alertdialog", { name: `Revoke access for ${name}?` });
  /** The webhooks of an app. */
  webhooks = (name: string) => this.page.getByRole("list", { name: `Webhooks of ${name}` });
  older = () => this.page.getByRole("link", { name: "Load older" });
  newest = () => this.page.getByRole("link", { name: "Back to newest" });
  revoked = () => this.page.getByRole("list", { name: "Recently revoked" });

  async revokeAccess(name: string): Promise<void> {
    await this.revoke(name).click();
    await this.revoking(name).getByRole("button", { name: "Revoke access" }).click();
  }
}
