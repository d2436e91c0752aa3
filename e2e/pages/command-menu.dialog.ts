import type { Page } from "@playwright/test";

export class CommandMenu {
  constructor(readonly page: Page) {}

  button = () => this.page.getByRole("button", { name: "Open command menu" });
  dialog = () => this.page.getByRole("dialog", { name: "Command menu" });
  field = () =>
    this.dialog().getByRole("combobox", { name: "Search actions, pages, keys, people and the reference" });
  option = (name: string | RegExp) => this.dialog().getByRole("option", { name });
  options = () => this.dialog().getByRole("option");
  groups = () => this.dialog().getByRole("group");
  group = (name: string) => this.dialog().getByRole("group", { name });
}
