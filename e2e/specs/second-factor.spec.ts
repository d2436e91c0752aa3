import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { LoginPage } from "../pages/login.page";
import { codeOf, SecondFactorsPage } from "../pages/second-factors.page";
import { SettingsPage } from "../pages/settings.page";
import { type State, visit } from "../support/visit-states";

const factors = (page: Page) => new SecondFactorsPage(page);
const card = (page: Page) => factors(page).card();
const adding = (page: Page) => factors(page).addingApp();
const code = (page: Page) => page.getByRole("textbox", { name: "Code", exact: true });
const submit = (page: Page) => page.getByRole("button", { name: "Sign in", exact: true });

/** Opens the profile, and the dialog there. @returns the app's key */
async function beginToAdd(page: Page): Promise<string> {
  await new SettingsPage(page).open();
  return factors(page).beginApp();
}

/** Adds an authenticator app by the profile. */
async function addApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await new SettingsPage(page).open();
  const secret = await factors(page).addApp("Ada's phone");
  const codes = await factors(page).storeCodes();
  await expect(card(page).getByRole("table")).toContainText("Ada's phone");
  return { secret, codes };
}

test("someone adds an authenticator app, and from then on signs in with its code to a deep link", async ({
  page,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  const secret = await beginToAdd(page);
  await expect(adding(page).getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  await adding(page).getByRole("button", { name: "Add app" }).click();
  await expect(factors(page).appCode()).toHaveAccessibleDescription(/Enter a code/);
  await factors(page).appCode().fill("000000");
  await adding(page).getByRole("button", { name: "Add app" }).click();
  await expect(factors(page).appCode()).toHaveAccessibleDescription(/That code isn't right/);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const app = await addApp(page);

  await page.context().clearCookies();
  await page.goto("/dashboard/settings/holidays");
  await new LoginPage(page).signIn(workspace.admin);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Second step");
  // Its address alone opens nothing, and neither does any other before the code.
  await page.goto("/dashboard/people");
  await expect(page).toHaveURL(/\/login\?/);
  await page.goto("/login/second-step");
  await code(page).fill("000000");
  await submit(page).click();
  await expect(code(page)).toHaveAccessibleDescription(/isn't right/);
  await code(page).fill(codeOf(app.secret, 1));
  await submit(page).click();
  await expect(page).toHaveURL(/\/dashboard\/settings\/holidays$/);

  await new SettingsPage(page).open();
  await expect(new SettingsPage(page).sessions().getByRole("row").nth(1)).toContainText("Password, app");
  await card(page).getByRole("button", { name: "Remove Ada's phone" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(card(page)).toContainText("You haven't added an authenticator app or a passkey.");
});

test("a recovery code signs in without JavaScript, once", async ({ page, browser, signIn, workspace }) => {
  await signIn(workspace.admin);
  const { codes } = await addApp(page);
  const [first = "", second = ""] = codes;
  for (const [typed, opens] of [
    [first, true],
    [first, false],
    [second, true],
  ] as const) {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    const login = new LoginPage(plain);
    await login.open("?next=%2Fdashboard%2Fsettings%2Fholidays");
    await login.signIn(workspace.admin);
    await plain.getByRole("link", { name: "Use a recovery code" }).click();
    await plain.getByLabel("Recovery code").fill(typed.toLowerCase());
    await submit(plain).click();
    if (opens) await expect(plain).toHaveURL(/\/dashboard\/settings\/holidays$/);
    else await expect(plain.getByLabel("Recovery code")).toHaveAccessibleDescription(/isn't right/);
    await context.close();
  }
  await page.reload();
  await expect(card(page)).toContainText("8 recovery codes left.");
});

/** Every state, each reached as a user would; the administrator is signed in at first. */
const states: State<{ page: Page; person: Parameters<LoginPage["signIn"]>[0] }>[] = [
  { title: "no second factor", reach: ({ page }) => new SettingsPage(page).open() },
  {
    title: "adding an app, wrong code",
    reach: async ({ page }) => {
      await beginToAdd(page);
      await factors(page).appCode().fill("000000");
      await adding(page).getByRole("button", { name: "Add app" }).click();
      await expect(factors(page).appCode()).toHaveAccessibleDescription(/That code isn't right/);
    },
  },
  {
    title: "recovery codes",
    reach: async ({ page }) => {
      await new SettingsPage(page).open();
      await factors(page).addApp();
    },
  },
  {
    title: "a second factor",
    reach: async ({ page }) => {
      await factors(page).storeCodes();
      await expect(card(page).getByRole("table")).toBeVisible();
    },
  },
  {
    title: "second step",
    reach: async ({ page, person }) => {
      await page.context().clearCookies();
      const login = new LoginPage(page);
      await login.open();
      await login.signIn(person);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Second step");
    },
  },
  {
    title: "second step, wrong recovery code",
    reach: async ({ page }) => {
      await page.getByRole("link", { name: "Use a recovery code" }).click();
      await page.getByLabel("Recovery code").fill("ABCD-EFGH");
      await submit(page).click();
      await expect(page.getByLabel("Recovery code")).toHaveAccessibleDescription(/isn't right/);
    },
  },
  {
    title: "second step, over",
    reach: async ({ page }) => {
      await page.context().clearCookies();
      await page.goto("/login/second-step");
    },
  },
];

test("no page of second factors has an accessibility fault in any state @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  test.slow();
  await signIn(workspace.admin);
  await visit(states, { page, person: workspace.admin });
});
