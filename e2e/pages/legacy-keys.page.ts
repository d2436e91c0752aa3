import type { Page } from "@playwright/test";
import { ConfirmDialog } from "./confirm.dialog";

const masked = (key: string) => `${key.slice(0, 4)}…${key.slice(-4)}`;

export class LegacyKeysPage {
  constructor(readonly page: Page) {}

  open = () => this.page.goto("/dashboard/open-api/legacy");

  table = () => this.page.getByRole("table", { name: "Legacy API keys (v1)" });
  delete = (key: string) => this.page.getByRole("button", { name: `Delete legacy key ${masked(key)}` });
  deleting = (key: string) => new ConfirmDialog(this.page, `Delete legacy key ${masked(key)}?`);
}
