import type { Page } from "@playwright/test";
import { Picker } from "./picker.dialog";

export class UsagePage {
  constructor(readonly page: Page) {}

  open = (query = "") => this.page.goto(`/dashboard/open-api/usage${query}`);

  quota = (key: string) => this.page.getByRole("meter", { name: `Quota for ${key}` });
  key = () => new Picker(this.page, "Key");
  month = () => this.page.getByRole("combobox", { name: "Month" });
  figure = (name: string) => this.page.getByRole("figure", { name });
  asTable = (name: string) => this.page.getByRole("button", { name: `Show ${name} as table` });
  asCsv = (name: string) => this.page.getByRole("button", { name: `Download ${name} as CSV` });
  table = (name: string) => this.page.getByRole("table", { name });
}
