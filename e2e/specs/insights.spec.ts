import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { callApi } from "../support/api";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { addManyPeople } from "../support/many-people";
import { createKey, createPerson, type Workspace } from "../support/operator";
import { type State, visit } from "../support/visit-states";

const monday = comingMonday();
const year = monday(0).slice(0, 4);

/** Bo has two days of vacation that wait. */
async function cast(workspace: Workspace) {
  const { id: leaveTypeId } = await createLeaveType(workspace, "Vacation");
  const bo = await createPerson(workspace, "USER");
  const { plain } = await createKey(bo, "Own");
  await callApi(plain, "POST", "/v2/leaves", { leaveTypeId, startDate: monday(0), endDate: monday(1) });
  return bo;
}

test("an administrator sees who must still take how many days, and the same as a table", async ({
  page,
  signIn,
  workspace,
}) => {
  const bo = await cast(workspace);
  await signIn(workspace.admin);
  await page.goto("/dashboard/people");
  await page.getByRole("link", { name: "Insights" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Insights" })).toBeVisible();
  await page.getByLabel("Year", { exact: true }).selectOption(year);
  const mustTake = page.getByRole("figure", { name: "Must still be taken: Vacation" });
  await expect(mustTake).toContainText("by the end of their accounting year unless they take them");
  await mustTake.getByRole("button", { name: "Show Must still be taken: Vacation as table" }).click();
  await expect(
    page
      .getByRole("table", { name: "Must still be taken: Vacation" })
      .getByRole("row", { name: new RegExp(bo.name) }),
  ).toBeVisible();
  await mustTake.getByRole("button", { name: "Show Must still be taken: Vacation as chart" }).click();
  await mustTake.getByRole("link", { name: bo.name }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Balances of ${bo.name}` })).toBeVisible();
});

test("the sick rate of fewer than five people is not shown", async ({ page, signIn, workspace }) => {
  await cast(workspace);
  await signIn(workspace.admin);
  await page.goto("/dashboard/insights");
  const sick = page.getByRole("figure", { name: "Sick rate by month" });
  await expect(sick).toContainText("There is nothing to show for this group.");
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download Days away by leave type as CSV" }).click();
  expect((await saving).suggestedFilename()).toMatch(/^days-away-\d{4}\.csv$/);
});

test("the coming weeks show the day on which the fewest of a department are in, and the same as a table @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  await cast(workspace);
  await signIn(workspace.admin);
  await page.goto("/dashboard/insights");
  const coverage = page.getByRole("figure", { name: "Who's in: the coming 8 weeks" });
  await expect(coverage).toContainText("There is nothing to show for this group.");
  await addManyPeople(workspace, 8);
  await page.reload();
  await expect(coverage).toContainText("The lowest is");
  const weeks = coverage.getByRole("list").first().getByRole("listitem").first().getByRole("listitem");
  await expect(weeks).toHaveCount(8);
  await expect(weeks.last()).toContainText(/^\d+ of \d+ in(Mon|Tue|Wed|Thu|Fri) \d+ /);
  await coverage.getByRole("button", { name: "Show Who's in: the coming 8 weeks as table" }).click();
  const table = page.getByRole("table", { name: "Who's in: the coming 8 weeks" });
  await expect(table.getByRole("row").nth(1)).toBeVisible();
  const saving = page.waitForEvent("download");
  await coverage.getByRole("button", { name: "Download Who's in: the coming 8 weeks as CSV" }).click();
  expect((await saving).suggestedFilename()).toMatch(/^coverage-\d{4}-\d\d-\d\d\.csv$/);
});

test("403 a user has no insights", async ({ page, signIn, workspace }) => {
  await signIn(await createPerson(workspace, "USER"));
  await page.goto("/dashboard/insights");
  await expect(page.getByText("Insights are for administrators and location admins.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Insights" })).toHaveCount(0);
});

type Known = { page: Page; workspace: Workspace };
const none: State<Known>[] = [
  { title: "insights none", reach: ({ page }) => page.goto("/dashboard/insights") },
];
const states: State<Known>[] = [
  { title: "insights", reach: ({ page }) => page.goto(`/dashboard/insights?year=${year}`) },
  {
    title: "insights as tables",
    reach: async ({ page }) => {
      await page.goto(`/dashboard/insights?year=${year}`);
      for (const name of [
        "Who's in: the coming 8 weeks",
        "Left at the end of the year: Vacation",
        "Must still be taken: Vacation",
        "Sick rate by month",
        "Days away by leave type",
      ])
        await page.getByRole("button", { name: `Show ${name} as table` }).click();
      await expect(page.getByRole("table", { name: "Days away by leave type" })).toBeVisible();
    },
  },
  {
    title: "insights of nowhere",
    reach: ({ page }) =>
      page.goto("/dashboard/insights?location=location-01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e6f"),
  },
];

test("no page of insights has an accessibility fault in any state @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  await visit(none, { page, workspace });
  await cast(workspace);
  await addManyPeople(workspace, 8);
  await visit(states, { page, workspace }, { everyInDark: true });
});
