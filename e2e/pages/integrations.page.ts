import type { Page } from "@playwright/test";

export class IntegrationsPage {
  constructor(readonly page: Page) {}

  open = () => this.page.goto("/dashboard/settings/integrations");

  card = (platform: string) => this.page.getByRole("region", { name: platform, exact: true });
  botToken = () => this.page.getByLabel("Bot token");
  connect = (platform: string) => this.page.getByRole("button", { name: `Connect ${platform}`, exact: true });
  test = (platform: string) => this.page.getByRole("button", { name: `Test connection to ${platform}` });
  replaceToken = () => this.page.getByRole("button", { name: "Replace Slack token" });
  replacing = () => this.page.getByRole("dialog", { name: "Replace Slack token" });
  disconnect = (platform: string) =>
    this.page.getByRole("button", { name: `Disconnect ${platform}`, exact: true });
  disconnecting = (platform: string) =>
    this.page.getByRole("alertdialog", { name: `Disconnect ${platform}?` });

  async connectSlack(token: string): Promise<void> {
    await this.botToken().fill(token);
    await this.connect("Slack").click();
  }
}
