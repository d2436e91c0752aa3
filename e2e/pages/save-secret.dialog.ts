import type { Page } from "@playwright/test";

export class SaveSecretDialog {
  constructor(readonly page: Page) {}

  dialog = () => this.page.getByRole("dialog", { name: "Save your signing secret" });
  secret = () => this.dialog().getByRole("textbox", { name: "Signing secret" });
  language = (name: string) => this.dialog().getByRole("tab", { name });

  /** Stores the secret and closes. @returns the whole secret */
  async take(): Promise<string> {
    const secret = await this.secret().inputValue();
    await this.dialog().getByRole("checkbox", { name: "I have stored this secret" }).check();
    await this.dialog().getByRole("button", { name: "Done" }).click();
    return secret;
  }
}
