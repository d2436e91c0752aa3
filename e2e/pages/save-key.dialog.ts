import type { Page } from "@playwright/test";

export class SaveKeyDialog {
  constructor(readonly page: Page) {}

  dialog = () => this.page.getByRole("dialog", { name: "Save your API key" });
  key = () => this.dialog().getByRole("textbox", { name: "API key" });
  copy = () => this.dialog().getByRole("button", { name: "Copy key" });
  download = () => this.dialog().getByRole("button", { name: "Download as .env file" });
  stored = () => this.dialog().getByRole("checkbox", { name: "I have stored this key" });
  done = () => this.dialog().getByRole("button", { name: "Done" });

  /** Stores the key and closes. @returns the whole key */
  async take(): Promise<string> {
    const key = await this.key().inputValue();
    await this.stored().check();
    await this.done().click();
    return key;
  }
}
