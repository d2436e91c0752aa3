import type { Page } from "@playwright/test";

export class KeysPage {
  constructor(readonly page: Page) {}

  open = (query = "") => this.page.goto(`/dashboard/open-api/keys${query}`);

  table = () => this.page.getByRole("table", { name: "API keys" });
  row = (name: string) => this.table().getByRole("row").filter({ hasText: name });
  key = (name: string) => this.table().getByRole("link", { name, exact: true });
  create = () => this.page.getByRole("link", { name: "Create API key" });
  more = () => this.page.getByRole("button", { name: "Load more" });
  filter = () => this.page.getByRole("searchbox", { name: "Filter keys" });
  status = () => this.page.getByRole("combobox", { name: "Status" });
  sort = (column: string) => this.page.getByRole("columnheader", { name: column }).getByRole("button");

  async chooseAction(name: string, action: string): Promise<void> {
    await this.page.getByRole("button", { name: `Actions for key ${name}` }).click();
    await this.page.getByRole("menuitem", { name: action }).click();
  }
}
