import type { Download, Page } from "@playwright/test";
import { Picker } from "./picker.dialog";

export class AuditLogPage {
  constructor(readonly page: Page) {}

  open = (query = "") => this.page.goto(`/dashboard/settings/audit-log${query}`);

  table = () => this.page.getByRole("table", { name: "Audit log" });
  /** Without the header row. */
  lines = () =>
    this.table()
      .getByRole("row")
      .filter({ has: this.page.getByRole("rowheader") });
  line = (text: string) => this.lines().filter({ hasText: text });
  changes = (action: string) =>
    this.table().getByRole("button", { name: new RegExp(`fields? of ${action}`) });
  filter = (name: "Action" | "Resource type") => this.page.getByRole("combobox", { name, exact: true });
  picker = (name: "Person" | "Key") => new Picker(this.page, name);
  clear = () => this.page.getByRole("button", { name: "Clear filters" });
  loadOlder = () => this.page.getByRole("button", { name: "Load older" });
  export = () => this.page.getByRole("link", { name: "Export CSV" });

  async download(): Promise<Download> {
    const [download] = await Promise.all([this.page.waitForEvent("download"), this.export().click()]);
    return download;
  }
}
