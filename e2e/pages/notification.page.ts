import type { Page } from "@playwright/test";
import { NotificationForm } from "./new-notification.page";

export class NotificationPage {
  readonly form: NotificationForm;

  constructor(readonly page: Page) {
    this.form = new NotificationForm(page);
  }

  open = (id: string, query = "") => this.page.goto(`/dashboard/open-api/notifications/${id}${query}`);

  heading = () => this.page.getByRole("heading", { level: 1 });
  tab = (name: string) =>
    this.page.getByRole("navigation", { name: "Notification" }).getByRole("link", { name });
  enabled = (name: string) => this.page.getByRole("switch", { name: `Enabled: ${name}` });
  sendTest = () => this.page.getByRole("button", { name: "Send test message" });
  delete = () => this.page.getByRole("button", { name: "Delete notification" });
  deleting = (name: string) => this.page.getByRole("alertdialog", { name: `Delete notification ${name}?` });
  history = () => this.page.getByRole("table", { name: "History" });
  occurrences = () =>
    this.history()
      .getByRole("row")
      .filter({ has: this.page.getByRole("rowheader") });
  sendAgain = () => this.page.getByRole("button", { name: "Resend to failed destinations" });
}
