import type { Page } from "@playwright/test";
import { SaveKeyDialog } from "./save-key.dialog";

export class NewKeyPage {
  constructor(readonly page: Page) {}

  open = (query = "") => this.page.goto(`/dashboard/open-api/keys/new${query}`);

  heading = () => this.page.getByRole("heading", { name: "Create API key" });
  name = () => this.page.getByRole("textbox", { name: "Name" });
  preset = (name: string) => this.page.getByRole("radio", { name });
  filter = () => this.page.getByRole("searchbox", { name: "Filter scopes" });
  scope = (name: string) => this.page.getByRole("checkbox", { name, exact: true });
  scopes = () => this.page.getByRole("group", { name: "Scopes" }).getByRole("checkbox");
  expires = () => this.page.getByRole("combobox", { name: "Expires" });
  reach = () => this.page.getByRole("region", { name: "Reach" });
  summary = () => this.page.getByRole("region", { name: "Summary" });
  submit = () => this.page.getByRole("button", { name: "Create API key" });
  leaving = () => this.page.getByRole("alertdialog", { name: "Leave without creating the key?" });

  async create(name: string, scopes: string[]): Promise<SaveKeyDialog> {
    await this.name().fill(name);
    for (const scope of scopes) await this.scope(scope).check();
    await this.submit().click();
    return this.saving();
  }

  saving = () => new SaveKeyDialog(this.page);
}
