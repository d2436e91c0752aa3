import type { Page } from "@playwright/test";
import { SaveSecretDialog } from "./save-secret.dialog";

export class NewWebhookPage {
  constructor(readonly page: Page) {}

  open = () => this.page.goto("/dashboard/open-api/webhooks/new");

  url = () => this.page.getByRole("textbox", { name: "Endpoint URL" });
  description = () => this.page.getByRole("textbox", { name: "Description" });
  events = () => this.page.getByRole("group", { name: "Events" });
  event = (type: string) => this.page.getByRole("checkbox", { name: type });
  sample = (type: string) => this.page.getByRole("button", { name: `View sample payload of ${type}` });
  submit = () => this.page.getByRole("button", { name: "Create webhook" });
  saving = () => new SaveSecretDialog(this.page);

  async create(url: string, events: string[]): Promise<SaveSecretDialog> {
    await this.url().fill(url);
    for (const event of events) await this.event(event).check();
    await this.submit().click();
    return this.saving();
  }
}
