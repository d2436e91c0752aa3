import type { Page } from "@playwright/test";

/** The dialog of the highest grade: live evidence, a typed name, the safe button first. */
export class ConfirmDialog {
  constructor(
    readonly page: Page,
    readonly title: string,
  ) {}

  dialog = () => this.page.getByRole("alertdialog", { name: this.title });
  evidence = () => this.dialog().getByRole("list", { name: "How it is used" });
  typed = () => this.dialog().getByRole("textbox");
  keep = () => this.dialog().getByRole("button", { name: "Keep key" });
  confirm = () => this.dialog().getByRole("button", { name: /^(Revoke|Delete)/ });

  async confirmWith(text: string): Promise<void> {
    await this.typed().fill(text);
    await this.confirm().click();
  }
}
