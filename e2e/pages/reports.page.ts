import type { Page } from "@playwright/test";

export class ReportsPage {
  constructor(readonly page: Page) {}

  open = (query = "") => this.page.goto(`/dashboard/open-api/reports${query}`);

  table = () => this.page.getByRole("table", { name: "Scheduled reports" });
  row = (text: string) => this.table().getByRole("row").filter({ hasText: text });
  create = () => this.page.getByRole("link", { name: "Create report" });
  filter = () => this.page.getByRole("searchbox", { name: "Filter reports" });
  content = () => this.page.getByRole("combobox", { name: "Content" });
  notInYourPlan = () => this.page.getByRole("heading", { name: "Not in your plan" });
  noAccess = () => this.page.getByRole("heading", { name: "You do not have access" });
}
