import type { CDPSession, Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { LoginPage } from "../pages/login.page";
import { NewKeyPage } from "../pages/new-key.page";
import { SecondFactorsPage } from "../pages/second-factors.page";
import { SettingsPage } from "../pages/settings.page";
import { ageProof } from "../support/age";

const factors = (page: Page) => new SecondFactorsPage(page);
const card = (page: Page) => factors(page).card();
const withPasskey = (page: Page) => page.getByRole("button", { name: "Sign in with a passkey" });
const usePasskey = (page: Page) => page.getByRole("button", { name: "Use passkey" });

/** A device with a screen lock, in Chromium's own simulation. */
class Device {
  private constructor(
    private readonly session: CDPSession,
    private readonly authenticatorId: string,
  ) {}

  static async open(page: Page): Promise<Device> {
    const session = await page.context().newCDPSession(page);
    await session.send("WebAuthn.enable");
    const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        // Nothing answers until a test presses a button: the sign-in page asks by itself, too.
        automaticPresenceSimulation: true,
      },
    });
    return new Device(session, authenticatorId);
  }

  /** Whether the person unlocks it from now on. */
  async unlocks(isUserVerified: boolean): Promise<void> {
    const { session, authenticatorId } = this;
    await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  }

  /** Whether the device is at hand. */
  async answers(enabled: boolean): Promise<void> {
    const { session, authenticatorId } = this;
    await session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
  }
}

/** Adds a passkey by the profile. @returns the recovery codes */
async function addPasskey(page: Page): Promise<string[]> {
  await new SettingsPage(page).open();
  await factors(page).addPasskey("Ada's laptop");
  const codes = await factors(page).storeCodes();
  await expect(card(page).getByRole("table")).toContainText("Ada's laptop");
  return codes;
}

test("someone adds a passkey, and signs in with it alone to a deep link; not while it isn't unlocked @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  const device = await Device.open(page);
  await signIn(workspace.admin);
  await addPasskey(page);

  await page.context().clearCookies();
  await device.unlocks(false);
  await page.goto("/dashboard/settings/holidays");
  await withPasskey(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "passkey" })).toContainText("No passkey was used");
  await expect(page).toHaveURL(/\/login\?/);

  await device.unlocks(true);
  // The page offers it by itself, too, at the address field: whichever comes first.
  await page.goto("/dashboard/settings/holidays");
  await withPasskey(page)
    .click({ timeout: 3000 })
    .catch(() => undefined);
  await expect(page).toHaveURL(/\/dashboard\/settings\/holidays$/);

  await new SettingsPage(page).open();
  await expect(new SettingsPage(page).sessions().getByRole("row").nth(1)).toContainText("Passkey");
  await expect(new SettingsPage(page).sessions().getByRole("row").nth(1)).not.toContainText(
    "Passkey, passkey",
  );
  await card(page).getByRole("button", { name: "Remove Ada's laptop" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(card(page)).toContainText("You haven't added an authenticator app or a passkey.");
  await page.context().clearCookies();
  await page.goto("/login");
  await withPasskey(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "passkey" })).toContainText(
    "can't sign you in here",
  );
});

test("a passkey answers before a sensitive act, an hour later; one that isn't unlocked is said in the dialog", async ({
  page,
  signIn,
  workspace,
}) => {
  const device = await Device.open(page);
  await signIn(workspace.admin);
  await addPasskey(page);
  await ageProof(workspace.admin.email);
  const form = new NewKeyPage(page);
  await form.open();
  await form.name().fill("Payroll sync");
  await form.scope("Change leaves").check();
  await device.unlocks(false);
  await form.submit().click();
  const asking = page.getByRole("dialog", { name: "Confirm that it's you" });
  await expect(usePasskey(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(asking.getByRole("alert")).toContainText("No passkey was used");
  await device.unlocks(true);
  await usePasskey(page).click();
  await expect(form.saving().key()).not.toHaveValue("");
  await form.saving().take();
});

test("a passkey is the second step after a password, and a recovery code the way out without JavaScript", async ({
  page,
  browser,
  signIn,
  workspace,
}) => {
  const device = await Device.open(page);
  await signIn(workspace.admin);
  const [code = ""] = await addPasskey(page);
  await page.context().clearCookies();
  await device.answers(false);
  await page.goto("/dashboard/settings/holidays");
  await new LoginPage(page).signIn(workspace.admin);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Second step");
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await device.answers(true);
  await usePasskey(page).click();
  await expect(page).toHaveURL(/\/dashboard\/settings\/holidays$/);
  await new SettingsPage(page).open();
  await expect(new SettingsPage(page).sessions().getByRole("row").nth(1)).toContainText("Password, passkey");

  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  const login = new LoginPage(plain);
  await login.open("?next=%2Fdashboard%2Fsettings%2Fholidays");
  await login.signIn(workspace.admin);
  await expect(plain.getByText("A passkey needs JavaScript in this browser.")).toBeVisible();
  await plain.getByRole("link", { name: "Use a recovery code" }).click();
  await plain.getByLabel("Recovery code").fill(code);
  await plain.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(plain).toHaveURL(/\/dashboard\/settings\/holidays$/);
  await context.close();
});
