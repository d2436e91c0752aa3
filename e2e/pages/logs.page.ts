import { expect, type Page } from "@playwright/test";
import { Picker } from "./picker.dialog";

export class LogsPage {
  constructor(readonly page: Page) {}

  open = (query = "") => this.page.goto(`/dashboard/open-api/logs${query}`);

  /** Requests are logged a moment after their answers. */
  async openWith(count: number): Promise<void> {
    await expect(async () => {
      await this.open();
      await expect(this.rows()).toHaveCount(count, { timeout: 1000 });
    }).toPass();
  }

  table = () => this.page.getByRole("table", { name: "Request log" });
  rows = () =>
    this.table()
      .getByRole("row")
      .filter({ has: this.page.getByRole("rowheader") });
  search = () => this.page.getByRole("searchbox", { name: "Search request ID or path" });
  filter = (name: string) => this.page.getByRole("combobox", { name, exact: true });
  key = () => new Picker(this.page, "Key");
  clear = () => this.page.getByRole("button", { name: "Clear filters" });
  loadOlder = () => this.page.getByRole("button", { name: "Load older" });
  live = () => this.page.getByRole("switch", { name: "Live" });
  showNew = () => this.page.getByRole("button", { name: /^Show \d+ new request/ });
  histogram = () => this.page.getByRole("figure", { name: "Requests over time" });
  bars = () => this.histogram().getByRole("group").getByRole("button");
  details = () => this.page.getByRole("complementary", { name: "Request details" });
  closeDetails = () => this.page.getByRole("button", { name: "Close request details" });
}
