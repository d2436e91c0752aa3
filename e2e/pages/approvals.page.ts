import { expect, type Page } from "@playwright/test";
import { wakeUp } from "../support/wake-up";

/** The queue of requests, and the chosen one beside it. */
export class ApprovalsPage {
  constructor(readonly page: Page) {}

  /** The request that sends a decision. */
  static readonly decide = "**/api/trpc/approvals.decide*";
  static readonly context = /\/api\/trpc\/approvals\.context/;

  open = (search = "") => this.page.goto(`/dashboard/approvals${search}`);
  /** The requests' own: on a phone the opened one has a table of its own below its row. */
  rows = () => this.page.getByRole("table", { name: "Requests" }).locator("tr[data-row] > [role=rowheader]");
  row = (name: string) => this.rows().filter({ hasText: name });
  link = (name: string) => this.row(name).getByRole("link", { name });
  box = (name: string) => this.page.getByRole("checkbox", { name: `Select ${name}` });
  panel = () => this.page.getByRole("complementary", { name: "Request details" });
  approve = (name: string) => this.panel().getByRole("button", { name: `Approve leave for ${name}` });
  deny = (name: string) => this.panel().getByRole("button", { name: `Deny leave for ${name}` });
  search = () => this.page.getByRole("searchbox", { name: "Filter by name" });
  selection = () => this.page.getByRole("region", { name: "Selection" });
  toast = () => this.page.getByRole("region", { name: "Notifications" });
  undo = () => this.toast().getByRole("button", { name: "Undo" });
  undoInRow = (name: string) =>
    this.row(name).getByRole("button", { name: `Undo the decision about ${name}` });
  /** Ends the time to undo at once. */
  dismiss = () => this.toast().getByRole("button", { name: "Dismiss notification" }).first().click();
  nothing = () => this.page.getByRole("heading", { name: "Nothing is waiting for you" });

  /** Waits until the page is hydrated and its first row has the focus. */
  async enterWithKeys(first: string): Promise<void> {
    await wakeUp(this.page);
    await this.page.keyboard.press("j");
    await expect(this.link(first)).toBeFocused();
  }
}
