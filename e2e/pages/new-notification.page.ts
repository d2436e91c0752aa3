import type { Page } from "@playwright/test";

/** The form of a notification, new or stored. */
export class NotificationForm {
  constructor(readonly page: Page) {}

  kind = (name: string) => this.page.getByRole("radiogroup", { name: "Kind" }).getByRole("radio", { name });
  name = () => this.page.getByRole("textbox", { name: "Name", exact: true });
  days = () => this.page.getByRole("group", { name: "Days", exact: true });
  dayToggle = (name: string) => this.days().getByRole("button", { name });
  day = () => this.page.getByRole("combobox", { name: "Day", exact: true });
  time = () => this.page.getByLabel("Time", { exact: true });
  zone = () => this.page.getByRole("combobox", { name: "Time zone", exact: true });
  useMyZone = () => this.page.getByRole("button", { name: "Use my time zone" });
  zones = () => this.page.getByRole("dialog", { name: "Choose a time zone" });
  language = () => this.page.getByRole("combobox", { name: "Language" });
  groupBy = () => this.page.getByRole("combobox", { name: "Group by" });
  week = (name: string) => this.page.getByRole("radiogroup", { name: "Week" }).getByRole("radio", { name });
  firstDay = () => this.page.getByRole("combobox", { name: "First day of the week" });
  sendEmpty = () => this.page.getByRole("checkbox", { name: "Send when nobody is away" });
  nonWorkingDays = () => this.page.getByRole("checkbox", { name: "Also on non-working days" });
  enabled = () => this.page.getByRole("checkbox", { name: "Enabled" });
  audience = () => this.page.getByRole("region", { name: "Audience" });
  destination = (number: number) =>
    this.page.getByRole("group", { name: `Destination ${number}`, exact: true });
  platform = (number: number) => this.destination(number).getByRole("combobox", { name: "Platform" });
  addresses = (number = 1) => this.destination(number).getByRole("textbox", { name: "Email addresses" });
  channelId = (number = 1) => this.destination(number).getByRole("textbox", { name: "Channel ID" });
  channelName = (number = 1) => this.destination(number).getByRole("textbox", { name: "Channel name" });
  teamId = (number = 1) => this.destination(number).getByRole("textbox", { name: "Team ID" });
  addDestination = () => this.page.getByRole("button", { name: "Add destination" });
  preview = () => this.page.getByRole("region", { name: "Preview" });
  message = () => this.preview().getByRole("article", { name: "Message" });
  nextSends = () => this.preview().getByRole("list", { name: "Next three sends" }).getByRole("listitem");
  save = () => this.page.getByRole("button", { name: "Save notification" });

  async chooseZone(search: string, name: string): Promise<void> {
    await this.zone().click();
    await this.zones().getByRole("combobox", { name: "Search time zones" }).fill(search);
    await this.zones().getByRole("option", { name }).click();
  }

  async addAddress(address: string, number = 1): Promise<void> {
    await this.addresses(number).fill(address);
    await this.addresses(number).press("Enter");
  }
}

export class NewNotificationPage extends NotificationForm {
  open = (query = "") => this.page.goto(`/dashboard/open-api/notifications/new${query}`);

  /** Creates a notification of a kind to one address, through the form. @returns its id */
  async create(name: string, kind = "daily"): Promise<string> {
    await this.open(`?kind=${kind}`);
    await this.name().fill(name);
    await this.addAddress("team@example.test");
    await this.save().click();
    await this.page.waitForURL(/\/notifications\/notification-/);
    return new URL(this.page.url()).pathname.split("/").at(-1) ?? "";
  }
}
