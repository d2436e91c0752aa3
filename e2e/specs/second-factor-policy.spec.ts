import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { LoginPage } from "../pages/login.page";
import { SecondFactorsPage } from "../pages/second-factors.page";
import type { Person } from "../support/demo";
import { createPerson } from "../support/operator";
import { type State, visit } from "../support/visit-states";

const factors = (page: Page) => new SecondFactorsPage(page);
const card = (page: Page) => factors(page).card();
const asking = (page: Page) => page.getByRole("alertdialog", { name: "Change two-step sign-in?" });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const setUp = "Set up two-step sign-in";

/** Chooses everyone, without a day of grace, and shows what it means. */
async function askEveryone(page: Page): Promise<void> {
  await page.goto("/dashboard/settings/sign-in");
  await card(page).getByLabel("Who needs it").selectOption({ label: "Everyone" });
  await card(page).getByLabel("Days to add one").fill("0");
  await card(page).getByRole("button", { name: "Review change" }).click();
  await expect(asking(page)).toContainText("It applies to 2 people. 2 of them have no app or passkey yet.");
}

async function storeCodes(page: Page): Promise<void> {
  await factors(page).storeCodes();
  await expect(page.getByText("Two-step sign-in is set up.")).toBeVisible();
}

test("an administrator asks everyone for a second factor; someone adds theirs on the way to a deep link", async ({
  page,
  signIn,
  workspace,
}) => {
  const bo = await createPerson(workspace, "USER");
  await signIn(workspace.admin);
  await askEveryone(page);
  await expect(asking(page)).toContainText("2 people have to add one before doing anything else.");
  await expect(asking(page)).toContainText("You're one of them");
  await asking(page).getByRole("button", { name: "Save change" }).click();
  // The administrator has none, either.
  await expect(heading(page)).toHaveText(setUp);

  await page.context().clearCookies();
  await page.goto("/dashboard/settings/holidays");
  await new LoginPage(page).signIn(bo);
  await expect(heading(page)).toHaveText(setUp);
  for (const path of ["/dashboard", "/login", "/dashboard/settings/holidays"]) {
    await page.goto(path);
    await expect(heading(page)).toHaveText(setUp);
  }
  await factors(page).addApp();
  await storeCodes(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/dashboard\/settings\/holidays$/);
});

/** Every state, each reached as a user would; the administrator is signed in at first. */
const states: State<{ page: Page; other: Person }>[] = [
  {
    title: "no one is asked, wrong days",
    reach: async ({ page }) => {
      await page.goto("/dashboard/settings/sign-in");
      await card(page).getByLabel("Days to add one").fill("91");
      await card(page).getByRole("button", { name: "Review change" }).click();
      await expect(card(page).getByLabel("Days to add one")).toHaveAccessibleDescription(/from 0 to 90/);
    },
  },
  { title: "everyone, previewed", reach: ({ page }) => askEveryone(page) },
  {
    title: "to be added",
    reach: async ({ page }) => {
      await asking(page).getByRole("button", { name: "Save change" }).click();
      await expect(heading(page)).toHaveText(setUp);
    },
  },
  {
    title: "a code is missing",
    reach: async ({ page }) => {
      await factors(page).beginApp();
      await factors(page).addingApp().getByRole("button", { name: "Add app" }).click();
      await expect(factors(page).appCode()).toHaveAccessibleDescription(/Enter a code/);
      await page.keyboard.press("Escape");
    },
  },
  { title: "recovery codes", reach: ({ page }) => factors(page).addApp() },
  { title: "added", reach: ({ page }) => storeCodes(page) },
  {
    title: "everyone is asked, one has none",
    reach: async ({ page }) => {
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(card(page).getByRole("link", { name: "Bo Lind" })).toBeVisible();
    },
  },
  {
    title: "days of grace on Today",
    reach: async ({ page, other }) => {
      await card(page).getByLabel("Days to add one").fill("7");
      await card(page).getByRole("button", { name: "Review change" }).click();
      await asking(page).getByRole("button", { name: "Save change" }).click();
      await expect(card(page)).toContainText(/Has to add one by \d{1,2} \w+ \d{4}/);
      await page.context().clearCookies();
      await new LoginPage(page).open();
      await new LoginPage(page).signIn(other);
      await expect(page.getByRole("note", { name: "Two-step sign-in" })).toContainText("7 days left");
    },
  },
];

test("no page about the policy of second factors has an accessibility fault in any state @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  test.slow();
  const bo = await createPerson(workspace, "USER");
  await signIn(workspace.admin);
  await visit(states, { page, other: bo });
});
