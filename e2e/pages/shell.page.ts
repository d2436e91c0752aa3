import type { Page } from "@playwright/test";

export class Shell {
  constructor(readonly page: Page) {}

  title = () => this.page.getByRole("heading", { level: 1 });
  openApi = () => this.page.getByRole("navigation", { name: "Open API" });
  /** Shown while a page is loading. */
  progress = () => this.page.getByRole("progressbar", { name: "Loading page" });
  skeleton = () => this.page.getByRole("status").filter({ hasText: "Loading page" });
  notifications = () => this.page.getByRole("region", { name: "Notifications" });

  async chooseFromAccountMenu(item: string): Promise<void> {
    await this.page.getByRole("button", { name: "Account menu" }).click();
    await this.page
      .getByRole("menuitem", { name: item })
      .or(this.page.getByRole("menuitemradio", { name: item }))
      .click();
  }
}
