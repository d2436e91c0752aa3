import { expect, type Page } from "@playwright/test";
import { codeAt, timeStepOf } from "@/server/signin/factors/totp";
import { fromBase32 } from "@/server/test/base32";

/** @param later steps of 30 seconds: each code counts once, and the next one is accepted already */
export const codeOf = (secret: string, later = 0): string =>
  codeAt(fromBase32(secret), timeStepOf(new Date()) + later);

/** Where someone adds authenticator apps and passkeys: a card of the profile, and the page that a workspace's policy leads to. */
export class SecondFactorsPage {
  constructor(private readonly page: Page) {}

  /** Of the profile; on the page of administrators the policy. */
  card = () => this.page.getByRole("region", { name: "Two-step sign-in" });
  addingApp = () => this.page.getByRole("dialog", { name: "Add authenticator app" });
  addingPasskey = () => this.page.getByRole("dialog", { name: "Add passkey" });
  saving = () => this.page.getByRole("dialog", { name: "Save your recovery codes" });
  appCode = () => this.addingApp().getByRole("textbox", { name: "Code", exact: true });

  /** Opens the dialog of an app. @returns the app's key */
  async beginApp(): Promise<string> {
    await this.page.getByRole("button", { name: "Add authenticator app" }).click();
    return this.addingApp().getByRole("textbox", { name: "Key" }).inputValue();
  }

  /** Adds an app, up to its recovery codes. @returns the app's key */
  async addApp(name?: string): Promise<string> {
    const secret = await this.beginApp();
    if (name) await this.addingApp().getByLabel("Name").fill(name);
    await this.appCode().fill(codeOf(secret));
    await this.addingApp().getByRole("button", { name: "Add app" }).click();
    await expect(this.saving()).toBeVisible();
    return secret;
  }

  /** Adds a passkey of the browser's device, up to its recovery codes. */
  async addPasskey(name: string): Promise<void> {
    await this.page.getByRole("button", { name: "Add passkey" }).click();
    await this.addingPasskey().getByLabel("Name").fill(name);
    await this.addingPasskey().getByRole("button", { name: "Create passkey" }).click();
    await expect(this.saving()).toBeVisible();
  }

  /** Stores the recovery codes that the page shows once. @returns them */
  async storeCodes(): Promise<string[]> {
    const shown = await this.saving().getByRole("textbox", { name: "Recovery codes" }).inputValue();
    const codes = shown.split(" ");
    expect(codes).toHaveLength(10);
    await this.saving().getByRole("checkbox", { name: "I have stored these codes" }).check();
    await this.saving().getByRole("button", { name: "Done" }).click();
    return codes;
  }
}
