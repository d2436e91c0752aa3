import type { Page } from "@playwright/test";

export class NotificationsPage {
  constructor(readonly page: Page) {}

  open = (query = "") => this.page.goto(`/dashboard/open-api/notifications${query}`);

  table = () => this.page.getByRole("table", { name: "Scheduled notifications" });
  row = (text: string) => this.table().getByRole("row").filter({ hasText: text });
  create = () => this.page.getByRole("link", { name: "Create notification" });
  card = (name: string) => this.page.getByRole("main").getByRole("link", { name, exact: true });
  filter = () => this.page.getByRole("searchbox", { name: "Filter notifications" });
  kind = () => this.page.getByRole("combobox", { name: "Kind" });
  state = () => this.page.getByRole("combobox", { name: "State" });
  enabled = (name: string) => this.page.getByRole("switch", { name: `Enabled: ${name}` });
  actions = (name: string) => this.page.getByRole("button", { name: `Actions for notification ${name}` });

  async chooseAction(name: string, action: string): Promise<void> {
    await this.actions(name).click();
    await this.page.getByRole("menuitem", { name: action }).click();
  }

  deleting = (name: string) => this.page.getByRole("alertdialog", { name: `Delete notification ${name}?` });
}
