import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { signedInElsewhere } from "../support/another-browser";
import { callApi } from "../support/api";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { createKey, createPerson, type Workspace } from "../support/operator";
import { type State, visit } from "../support/visit-states";
import { wakeUp } from "../support/wake-up";

const monday = comingMonday();
const year = monday(0).slice(0, 4);

/** Bo has requested two days of vacation, and has a key. */
async function cast(workspace: Workspace) {
  const { id: leaveTypeId } = await createLeaveType(workspace, "Vacation");
  const bo = await createPerson(workspace, "USER");
  const { plain } = await createKey(bo, "Own");
  await callApi(plain, "POST", "/v2/leaves", { leaveTypeId, startDate: monday(0), endDate: monday(1) });
  return bo;
}

const row = (page: Page, table: string, name: RegExp) =>
  page.getByRole("table", { name: table }).getByRole("row", { name });

test("an administrator adjusts a balance and reverses it; the employee sees the explanation of the balance", async ({
  page,
  signIn,
  workspace,
  browser,
}) => {
  const bo = await cast(workspace);
  await signIn(workspace.admin);
  await page.goto("/dashboard/balances");
  await page.getByRole("combobox", { name: "Person" }).click();
  await page.getByRole("dialog").getByRole("combobox").fill(bo.name.slice(0, 6));
  await page.getByRole("option", { name: bo.name }).click();
  await expect(page.getByRole("heading", { name: `Balances of ${bo.name}` })).toBeVisible();
  await page.getByLabel("As of").fill(`${year}-12-31`);
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(row(page, "Balances", /Vacation/)).toContainText("23");

  const adjust = async (what: string, days: string) => {
    await page.getByLabel("What to do").selectOption({ label: what });
    await page.getByRole("dialog").getByLabel("Days").fill(days);
    await page.getByRole("dialog").getByLabel("From").fill(`${year}-01-01`);
    await page.getByRole("dialog").getByLabel("Note").fill("Worked at the fair");
    await page.getByRole("dialog").getByRole("button", { name: "Adjust", exact: true }).click();
  };
  await page.getByRole("button", { name: "Adjust", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Adjust", exact: true }).click();
  await expect(page.getByRole("alert").first()).toContainText(
    "Enter the days as a number without a sign, such as 2.5.",
  );
  await adjust("Take days away", "24");
  await expect(page.getByRole("dialog").getByLabel("Days")).toHaveAccessibleDescription(/uncovered/);
  await page.getByLabel("What to do").selectOption({ label: "Give days" });
  await page.getByRole("dialog").getByLabel("Days").fill("2,5");
  await expect(page.getByRole("dialog")).toContainText(/Dec \d{4}: 23 → 25\.5 days left/);
  await adjust("Give days", "2,5");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(row(page, "Balances", /Vacation/)).toContainText("25.5");

  const theirs = await signedInElsewhere(browser, bo);
  await theirs.goto(`/dashboard/balances?asOf=${year}-12-31`);
  await expect(theirs.getByRole("button", { name: "Adjust", exact: true })).toBeHidden();
  const curve = theirs.getByRole("figure", { name: "Over the year: Vacation" });
  await expect(curve).toContainText(/27\.5 days left on .* 25\.5 days if what is waiting is approved\./);
  await curve.getByRole("group", { name: "Over the year: Vacation" }).locator("[tabindex='0']").focus();
  await theirs.keyboard.press("End");
  await expect(theirs.locator("[data-step]:focus")).toHaveAccessibleName(
    /27\.5 days left \(25\.5 days .*1 day waiting/,
  );
  await curve.getByRole("button", { name: "Show Over the year: Vacation as table" }).click();
  await expect(row(theirs, "Over the year: Vacation", /adjusted by 2\.5 days/)).toContainText("27.5");
  const ledger = "How it comes about: Vacation";
  await expect(row(theirs, ledger, /Adjusted/)).toContainText("Worked at the fair");
  await expect(row(theirs, ledger, /Waiting for approval/)).toContainText("25.5");
  await row(theirs, ledger, /Waiting for approval/)
    .getByRole("link")
    .click();
  await expect(theirs).toHaveURL(/\/dashboard\/leaves\/leave-/);

  await page.getByRole("button", { name: "Reverse" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Reverse" }).click();
  await expect(row(page, "Adjustments", /\+2.5 Vacation/)).toContainText("Reversed");
  await expect(row(page, "Balances", /Vacation/)).toContainText("23");
});

type Known = { page: Page; workspace: Workspace };

/** A phone shows the title of a list. */
async function unfold(page: Page, title: string): Promise<void> {
  const button = page.getByRole("button", { name: title, exact: true });
  if (await button.isVisible()) await button.click();
}

const none: State<Known>[] = [
  { title: "balances none", reach: ({ page }) => page.goto("/dashboard/balances") },
];
const states: State<Known>[] = [
  {
    title: "balances",
    reach: async ({ page }) => {
      await page.goto(`/dashboard/balances?asOf=${year}-12-31`);
      await wakeUp(page);
      await unfold(page, "Adjustments");
      await expect(page.getByRole("table", { name: "Adjustments" })).toBeVisible();
    },
  },
  {
    title: "balances over the year as a table",
    reach: async ({ page }) => {
      await page.goto(`/dashboard/balances?asOf=${year}-12-31`);
      await page.getByRole("button", { name: "Show Over the year: Vacation as table" }).click();
      await expect(page.getByRole("table", { name: "Over the year: Vacation" })).toBeVisible();
    },
  },
  {
    title: "balances adjusting wrong",
    reach: async ({ page }) => {
      await page.goto("/dashboard/balances");
      await page.getByRole("button", { name: "Adjust", exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Adjust", exact: true }).click();
      await expect(page.getByRole("alert").first()).toBeVisible();
    },
  },
  {
    title: "balances entering hours wrong",
    reach: async ({ page }) => {
      await page.goto("/dashboard/balances");
      await page.getByRole("button", { name: "Enter hours" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Enter hours" }).click();
      await expect(page.getByRole("alert").first()).toBeVisible();
    },
  },
  {
    title: "balances reversing",
    reach: async ({ page }) => {
      await page.goto("/dashboard/balances");
      await wakeUp(page);
      await unfold(page, "Adjustments");
      await page.getByRole("button", { name: "Reverse" }).first().click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
  {
    title: "balances of nobody",
    reach: async ({ page }) => {
      await page.goto("/dashboard/balances?user=user-01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e6f");
      await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
    },
  },
];

test("no page about balances has an accessibility fault in any state @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  test.slow();
  await signIn(workspace.admin);
  await visit(none, { page, workspace });
  const { id: leaveTypeId, key } = await createLeaveType(workspace, "Vacation", { hoursWorkedRate: 10 });
  const [self] = await callApi<{ id: string }[]>(key, "GET", "/v2/users");
  const given = { leaveTypeId, note: "From the old system" };
  for (const adjustment of [
    { ...given, kind: "OPENING", days: 3.5, effectiveDate: `${year}-01-01` },
    { ...given, kind: "QUOTA", days: 28, effectiveDate: `${year}-01-01` },
  ])
    await callApi(key, "POST", `/v2/users/${self?.id}/balance-adjustments`, adjustment);
  const leave = { leaveTypeId, startDate: monday(0), endDate: monday(1) };
  await callApi(key, "POST", "/v2/leaves", leave);
  await visit(states, { page, workspace });
});

test("on a phone one balance is large, the others are lines that open, and lists show their titles @phone", async ({
  page,
  signIn,
  workspace,
  isMobile,
}) => {
  test.skip(!isMobile, "Wide screens show all of it.");
  const { id: leaveTypeId, key } = await createLeaveType(workspace, "Vacation");
  await createLeaveType(workspace, "Training");
  const [self] = await callApi<{ id: string }[]>(key, "GET", "/v2/users");
  const given = {
    leaveTypeId,
    kind: "OPENING",
    days: 3.5,
    effectiveDate: `${year}-01-01`,
    note: "Old system",
  };
  await callApi(key, "POST", `/v2/users/${self?.id}/balance-adjustments`, given);
  await signIn(workspace.admin);
  await page.goto("/dashboard/balances");
  await wakeUp(page);
  const balances = page.getByRole("region", { name: "Balances" });
  const large = balances.getByRole("article");
  await expect(large).toHaveCount(1);
  const main = (await large.getByRole("heading").textContent()) ?? "";
  const other = main === "Vacation" ? "Training" : "Vacation";
  await expect(balances.getByRole("link", { name: `Explain the balance of ${other}` })).toBeHidden();
  await balances.getByRole("listitem").getByText(other).tap();
  await expect(balances.getByRole("link", { name: `Explain the balance of ${other}` })).toBeVisible();
  const table = page.getByRole("table", { name: "Adjustments" });
  await expect(table).toBeHidden();
  await page.getByRole("button", { name: "Adjustments", exact: true }).tap();
  await expect(table).toContainText("Old system");
  await page.getByRole("button", { name: "Adjustments", exact: true }).tap();
  await expect(table).toBeHidden();
  await balances.getByRole("link", { name: `Explain the balance of ${other}` }).tap();
  await expect(large).toContainText(other);
  await expect(page.getByRole("button", { name: new RegExp(other), expanded: true })).toBeVisible();
});
