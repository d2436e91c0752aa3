import type { Page } from "@playwright/test";

export class CalendarFeedsPage {
  constructor(readonly page: Page) {}

  open = () => this.page.goto("/dashboard/settings/calendar-feeds");
  add = () => this.page.getByRole("link", { name: "Add a feed" });
  submit = () => this.page.getByRole("button", { name: "Add feed" });
  kind = (name: string) =>
    this.page.getByRole("radiogroup", { name: "What it shows" }).getByRole("radio", { name });
  row = (name: string | RegExp) =>
    this.page.getByRole("table", { name: "Calendar feeds" }).getByRole("row", { name });
  none = () => this.page.getByRole("heading", { name: "No calendar feeds yet" });
  newAddress = (name: string) => this.page.getByRole("button", { name: `New address for ${name}` });
  end = (name: string) => this.page.getByRole("button", { name: `End ${name}` });
  asking = () => this.page.getByRole("alertdialog");
  shown = () => this.page.getByRole("dialog", { name: "Add the feed to your calendar" });

  /** Confirms that it is in the calendar, and closes. @returns the address */
  async take(): Promise<string> {
    const address = await this.shown().getByRole("textbox", { name: "Address of the feed" }).inputValue();
    await this.shown().getByRole("checkbox", { name: "I've added this address to my calendar" }).check();
    await this.shown().getByRole("button", { name: "Done" }).click();
    return address;
  }
}
