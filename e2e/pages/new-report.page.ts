import type { Page } from "@playwright/test";

/** The form of a report, new or stored. */
export class ReportForm {
  constructor(readonly page: Page) {}

  name = () => this.page.getByRole("textbox", { name: "Name", exact: true });
  content = (name: string) =>
    this.page.getByRole("radiogroup", { name: "Content" }).getByRole("radio", { name });
  format = (name: string) =>
    this.page.getByRole("radiogroup", { name: "Format" }).getByRole("radio", { name, exact: true });
  frequency = (name: string) =>
    this.page.getByRole("radiogroup", { name: "How often" }).getByRole("radio", { name });
  days = () => this.page.getByRole("group", { name: "Days", exact: true });
  day = () => this.page.getByRole("combobox", { name: "Day", exact: true });
  dayOfMonth = () => this.page.getByRole("combobox", { name: "Day of the month" });
  time = () => this.page.getByLabel("Time", { exact: true });
  location = (name: string) =>
    this.page.getByRole("group", { name: "Locations" }).getByRole("checkbox", { name });
  addresses = () => this.page.getByRole("textbox", { name: "Email addresses" });
  nextSends = () =>
    this.page
      .getByRole("region", { name: "Preview" })
      .getByRole("list", { name: "Next three sends" })
      .getByRole("listitem");
  save = () => this.page.getByRole("button", { name: "Save report" });

  async addAddress(address: string): Promise<void> {
    await this.addresses().fill(address);
    await this.addresses().press("Enter");
  }
}

export class NewReportPage extends ReportForm {
  open = () => this.page.goto("/dashboard/open-api/reports/new");
}
