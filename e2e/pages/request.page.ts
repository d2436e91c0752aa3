import type { Page } from "@playwright/test";

/** "Request leave". */
export class RequestPage {
  constructor(readonly page: Page) {}

  open = (search = "") => this.page.goto(`/dashboard/request${search}`);
  type = () => this.page.getByRole("combobox", { name: "Type" });
  from = () => this.page.getByLabel("First day");
  to = () => this.page.getByLabel("Last day");
  reason = () => this.page.getByRole("textbox", { name: "Reason" });
  effect = () => this.page.getByRole("region", { name: "What this does" });
  owner = () => this.page.getByRole("combobox", { name: "For", exact: true });
  /** The same, over another page. */
  sheet = () => this.page.getByRole("dialog", { name: "Request leave" });
  submit = () => this.page.getByRole("button", { name: "Send request" });
}
