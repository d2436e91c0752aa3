import { expect, test } from "../fixtures";
import { LoginPage } from "../pages/login.page";
import { SettingsPage } from "../pages/settings.page";
import { Shell } from "../pages/shell.page";
import { signedInElsewhere } from "../support/another-browser";
import { expectAccessible } from "../support/expect-accessible";

test("settings show the user, and sign out every other browser", async ({
  page,
  browser,
  signIn,
  workspace,
}) => {
  const other = await signedInElsewhere(browser, workspace.admin);
  await signIn(workspace.admin);
  await page.goto("/dashboard/open-api");
  await new Shell(page).chooseFromAccountMenu("Settings");
  await expect(new Shell(page).title()).toHaveText("Settings");
  const settings = new SettingsPage(page);
  await expect(settings.profile()).toContainText(workspace.admin.email);
  await expect(settings.profile()).toContainText("Administrator");
  await expect(settings.sessions().getByRole("row")).toHaveCount(3);
  await expect(settings.sessions().getByRole("row").filter({ hasText: "This browser" })).toHaveCount(1);
  await settings.signOutElsewhere().click();
  await settings.asking().getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(settings.sessions().getByRole("row")).toHaveCount(2);
  await expect(settings.signOutElsewhere()).toBeHidden();

  await other.reload();
  await expect(new LoginPage(other).heading).toBeVisible();
  await page.reload();
  await expect(settings.sessions()).toBeVisible();
  await other.context().close();
});

test("the theme chosen in the settings applies at once and stays", async ({ page, signIn, workspace }) => {
  await signIn(workspace.admin);
  const settings = new SettingsPage(page);
  await settings.open();
  await page.evaluate(() =>
    document.documentElement.addEventListener("transitionrun", ({ target, currentTarget }) => {
      if (target === currentTarget) document.title = "The page fades";
    }),
  );
  await settings.theme("Dark").check();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await expect(page).not.toHaveTitle("The page fades");
  await page.reload();
  await expect(settings.theme("Dark")).toBeChecked();
});

test("the language chosen in the settings applies to every page, also after signing out", async ({
  page,
  loginPage,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  const settings = new SettingsPage(page);
  const shell = new Shell(page);
  await settings.open();
  await settings.language().selectOption("Deutsch");
  await settings.save().click();
  await expect(shell.title()).toHaveText("Einstellungen");
  await expect(page.getByRole("region", { name: "Mitteilungen" })).toContainText(
    "Sprache und Zeitzone gespeichert",
  );
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page).toHaveTitle("Einstellungen – Timeaway");
  await expectAccessible(page);
  await page.goto("/dashboard/open-api/logs");
  await expect(shell.title()).toHaveText("Protokoll");

  await page.getByRole("button", { name: "Kontomenü" }).click();
  await page.getByRole("menuitem", { name: "Abmelden" }).click();
  await page.waitForURL("**/login**");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");

  await page.context().clearCookies({ name: "timeaway-language" });
  await loginPage.open();
  await loginPage.signIn(workspace.admin);
  await page.waitForURL("**/dashboard");
  await page.goto("/dashboard/settings");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.getByRole("combobox", { name: "Sprache" }).selectOption("English");
  await page.getByRole("button", { name: "Sprache und Zeitzone speichern" }).click();
  await expect(shell.title()).toHaveText("Settings");
  await expect(shell.notifications()).toContainText("Language and time zone saved");
});

test("times are shown in the browser's zone until another one is chosen", async ({
  page,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  const settings = new SettingsPage(page);
  await settings.open();
  await expect(settings.timeZone()).toContainText("Same as this browser (Europe/Berlin)");
  const signedIn = settings.sessions().getByRole("row").nth(1).locator("time").first();
  const at = new Date((await signedIn.getAttribute("datetime")) ?? "");
  const clock = (timeZone: string) =>
    new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone }).format(at);
  await expect(signedIn).toHaveAttribute("title", new RegExp(`${clock("Europe/Berlin")} local time`));
  await settings.timeZone().selectOption("Asia/Kathmandu");
  await settings.save().click();
  await expect(signedIn).toHaveAttribute("title", new RegExp(`${clock("Asia/Kathmandu")} local time`));
  await page.reload();
  await expect(settings.timeZone()).toHaveValue("Asia/Kathmandu");
  await expect(signedIn).toHaveAttribute("title", new RegExp(`${clock("Asia/Kathmandu")} local time`));
});

test("the emails to a user are switched individually, and stay so", async ({ page, signIn, workspace }) => {
  await signIn(workspace.admin);
  await page.goto("/dashboard/settings");
  await page
    .getByRole("navigation", { name: "Settings" })
    .getByRole("link", { name: "Email and devices" })
    .click();
  await expect(page.getByRole("heading", { name: "How I hear about leave" })).toBeVisible();
  const reminders = page.getByRole("switch", { name: "Reminders" });
  await expect(reminders).toBeChecked();
  await reminders.uncheck();
  await expect(page.getByText("Saved")).toBeVisible();
  await expect(page.getByRole("switch", { name: "Decisions on my leave" })).toBeDisabled();
  await page.getByRole("combobox", { name: "Language of these emails" }).selectOption("Português");
  await expect(page.getByText("Saved").nth(1)).toBeVisible();
  await page.reload();
  await expect(reminders).not.toBeChecked();
  await expect(page.getByRole("combobox", { name: "Language of these emails" })).toHaveValue("pt");
});
