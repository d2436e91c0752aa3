import type { Page } from "@playwright/test";

export class Shell {
  constructor(readonly page: Page) {}

  title = () => this.page.getByRole("heading", { level: 1 });
  openApi = () => this.page.getByRole("navigation", { name: "Open API" });
  notifications = () => this.page.getByRole("region", { name: "Notifications" });

  async chooseFromAccountMenu(item: string): Promise<void> {
    await this.page.getByRole("button", { name: "Account menu" }).click();
    await this.page
      .getByRole("menuitem", { name: item })
      .or(this.page.getByRole("menuitemradio", { name: item }))
      .click();
  }
}
