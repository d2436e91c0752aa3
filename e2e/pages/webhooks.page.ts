import type { Page } from "@playwright/test";

export class WebhooksPage {
  constructor(readonly page: Page) {}

  open = (query = "") => this.page.goto(`/dashboard/open-api/webhooks${query}`);

  table = () => this.page.getByRole("table", { name: "Webhooks" });
  row = (text: string) => this.table().getByRole("row").filter({ hasText: text });
  add = () => this.page.getByRole("link", { name: "Add webhook" });
  filter = () => this.page.getByRole("searchbox", { name: "Filter webhooks" });
  status = () => this.page.getByRole("combobox", { name: "Status" });
}
