import type { Page } from "@playwright/test";

export class ConsentPage {
  constructor(readonly page: Page) {}

  heading = () => this.page.getByRole("heading", { level: 1 });
  allow = () => this.page.getByRole("button", { name: "Allow access" });
  deny = () => this.page.getByRole("button", { name: "Deny" });
  switchAccount = () => this.page.getByRole("button", { name: "Use another account" });
  unverified = () => this.page.getByRole("note", { name: "Unverified app" });
  permissions = () => this.page.getByRole("list", { name: "Permissions", exact: true });
  alreadyAllowed = () => this.page.getByRole("list", { name: "Already allowed" });
  unavailable = () => this.page.getByRole("note", { name: "Not available in your workspace" });
  notIncluded = () => this.page.getByRole("list", { name: "Not included" });
  showAddress = () => this.page.getByRole("button", { name: "Show full address" });
  openAgain = () => this.page.getByRole("link", { name: "Open again" });

  /** Resolves with the response to the page's form. */
  answered = () => this.page.waitForResponse((response) => response.url().endsWith("/consent/answer"));

  /** The fields that "Allow access" sends. */
  async fields(): Promise<{ session: string; token: string }> {
    const form = this.page.locator("form", { has: this.allow() });
    const [session, token] = await Promise.all(
      ["session", "token"].map((name) => form.locator(`input[name=${name}]`).inputValue()),
    );
    return { session: session ?? "", token: token ?? "" };
  }
}
