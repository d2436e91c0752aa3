import type { Page } from "@playwright/test";

export class ReferencePage {
  constructor(readonly page: Page) {}

  /** `slug` of a page, perhaps with a query or an anchor; the front page without one. */
  open = (slug = "") => this.page.goto(`/dashboard/open-api/reference${slug && `/${slug}`}`);

  navigation = () => this.page.getByRole("navigation", { name: "Reference" });
  search = () => this.page.getByRole("searchbox", { name: "Search the reference" });
  places = () => this.navigation().getByRole("link");
  title = () => this.page.getByRole("heading", { level: 1 });
  scope = (scope: string) => this.page.getByRole("main").getByRole("link", { name: scope, exact: true });
  table = (name: string) => this.page.getByRole("table", { name, exact: true });
  field = (table: string, name: string) =>
    this.table(table)
      .getByRole("row")
      .filter({ has: this.page.getByRole("rowheader", { name }) });
  copySample = (language: string) => this.page.getByRole("button", { name: `Copy ${language} sample` });
  copyMarkdown = () => this.page.getByRole("button", { name: "Copy as Markdown" });

  key = () => this.page.getByLabel("API key", { exact: true });
  parameter = (name: string) => this.page.getByRole("textbox", { name, exact: true });
  send = () => this.page.getByRole("button", { name: "Send request" });
  answerBody = () => this.page.getByRole("region", { name: "Response body" });
  answerHeaders = () => this.page.getByRole("region", { name: "Response headers" });
}
