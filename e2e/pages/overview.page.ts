import type { Page } from "@playwright/test";

export class OverviewPage {
  constructor(readonly page: Page) {}

  open = () => this.page.goto("/dashboard/open-api");

  heading = () => this.page.getByRole("heading", { name: "Open API add-on" });
  keys = () => this.page.getByRole("main").getByRole("link", { name: /^Keys, / });
  webhooks = () => this.page.getByRole("main").getByRole("link", { name: /^Webhooks, / });
  steps = () => this.page.getByRole("list", { name: "Get started" }).getByRole("listitem");
  attention = () => this.page.getByRole("list", { name: "Needs attention" });
}
