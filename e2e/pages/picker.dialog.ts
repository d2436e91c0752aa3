import { expect, type Locator, type Page } from "@playwright/test";

/** A combobox whose options are in a dialog with a search field. */
export class Picker {
  constructor(
    readonly page: Page,
    readonly name: string,
  ) {}

  control = () => this.page.getByRole("combobox", { name: this.name, exact: true });
  dialog = () => this.page.getByRole("dialog", { name: /^Choose a / });
  search = () => this.dialog().getByRole("combobox");
  options = () => this.dialog().getByRole("option");
  option = (name: string): Locator => this.dialog().getByRole("option", { name, exact: true });

  async choose(name: string): Promise<void> {
    await this.control().click();
    await this.search().fill(name);
    await this.option(name).click();
    await expect(this.dialog()).toBeHidden();
  }
}
