import type { Page } from "@playwright/test";
import { ConfirmDialog } from "./confirm.dialog";

export class KeyPage {
  constructor(readonly page: Page) {}

  open = (id: string, query = "") => this.page.goto(`/dashboard/open-api/keys/${id}${query}`);

  tab = (name: string) =>
    this.page.getByRole("navigation", { name: "Key", exact: true }).getByRole("link", { name });
  quota = () => this.page.getByRole("meter", { name: "Quota this month" });
  chart = () => this.page.getByRole("figure", { name: "Requests per day, last 30 days" });
  lastRequests = () => this.page.getByRole("table", { name: "Latest requests" });
  allRequests = () => this.page.getByRole("link", { name: "View all requests" });
  scopes = () => this.page.getByRole("table", { name: "Scopes" });
  succession = () => this.page.getByRole("table", { name: "Old and new key" });
  createReplacement = () => this.page.getByRole("link", { name: "Create replacement" });
  whyItFails = () => this.page.getByRole("note", { name: "Why this key doesn't work" });
  revoke = () => this.page.getByRole("button", { name: "Revoke key" });
  revoking = (name: string) => new ConfirmDialog(this.page, `Revoke key ${name}?`);
}
