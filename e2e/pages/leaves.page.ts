import type { Page } from "@playwright/test";

/** "My leave" and the page of one leave. */
export class LeavesPage {
  constructor(readonly page: Page) {}

  open = (search = "") => this.page.goto(`/dashboard/leaves${search}`);
  table = () => this.page.getByRole("table", { name: "My leave" });
  row = (dates: string | RegExp) => this.table().getByRole("row", { name: dates });
  request = () => this.page.getByRole("main").getByRole("link", { name: "Request leave" });
  heading = () => this.page.getByRole("heading", { level: 1 });
  remind = () => this.page.getByRole("button", { name: "Remind approver" });
  edit = () => this.page.getByRole("link", { name: "Edit leave" });
  cancel = () => this.page.getByRole("button", { name: "Cancel leave" });
}
