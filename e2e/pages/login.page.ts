import type { Locator, Page } from "@playwright/test";
import type { Person } from "../support/demo";

/** The sign-in page. */
export class LoginPage {
  readonly heading: Locator;
  readonly email: Locator;
  readonly password: Locator;
  readonly submit: Locator;
  readonly next: Locator;

  constructor(private readonly page: Page) {
    this.heading = page.getByRole("heading", { name: "Sign in" });
    this.email = page.getByLabel("Email");
    // Exact: the button "Show password" shares the word.
    this.password = page.getByLabel("Password", { exact: true });
    this.next = page.getByRole("button", { name: "Continue", exact: true });
    this.submit = page.getByRole("button", { name: "Sign in", exact: true });
  }

  async open(search = ""): Promise<void> {
    await this.page.goto(`/login${search}`);
  }

  /** The first step. */
  async giveAddress(email: string): Promise<void> {
    await this.email.fill(email);
    await this.next.click();
  }

  /** From either step: after a wrong password the page stays on the second. */
  async signIn({ email, password }: Person): Promise<void> {
    await this.next.or(this.submit).first().waitFor();
    if (await this.next.isVisible()) await this.giveAddress(email);
    else await this.email.fill(email);
    await this.password.fill(password);
    await this.submit.click();
  }
}
