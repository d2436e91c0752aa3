import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { signedInElsewhere } from "../support/another-browser";
import { createLeaveType } from "../support/leave-api";
import { createPerson, type Workspace } from "../support/operator";
import { type State, visit } from "../support/visit-states";

test("HR sees who loses what by when, notifies some by mail once, and saves the list as CSV @phone", async ({
  page,
  signIn,
  workspace,
  browser,
}) => {
  await createLeaveType(workspace, "Vacation");
  const bo = await createPerson(workspace, "USER");
  await signIn(workspace.admin);
  await page.goto("/dashboard/balances");
  await page.getByRole("link", { name: "Days that expire" }).click();
  await expect(page.getByRole("heading", { name: "Days that expire" })).toBeVisible();
  await page.getByLabel("When", { exact: true }).selectOption({ label: "Within a year" });
  const rowOf = (name: string) => page.getByRole("row", { name });
  await expect(rowOf(bo.name)).toContainText("25 days");
  await expect(rowOf(bo.name)).toContainText("Not yet");

  const other = await signedInElsewhere(browser, workspace.admin);
  await other.goto("/dashboard/balances/lapses?within=365");
  for (const one of [page, other]) {
    await one.getByRole("checkbox", { name: `Select ${bo.name}` }).check();
    await one.getByRole("button", { name: "Notify by email" }).click();
    await expect(one.getByText("1 person will get an email")).toBeVisible();
  }
  await page.getByRole("button", { name: "Send 1 email" }).click();
  await expect(page.getByText("1 email sent")).toBeVisible();
  await other.getByRole("button", { name: "Send 1 email" }).click();
  await expect(other.getByText("No emails sent")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();
  await expect(rowOf(bo.name)).toContainText(`by ${workspace.admin.name}`);
  await expect(page.getByRole("row", { name: `Select ${workspace.admin.name}` })).toContainText("Not yet");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as CSV" }).click();
  expect((await download).suggestedFilename()).toBe("Days that expire.csv");
});

test("the list begins with the type of which most days expire, and has the sums of each", async ({
  page,
  signIn,
  workspace,
}) => {
  await createLeaveType(workspace, "Vacation");
  await createLeaveType(workspace, "Birthday", { yearlyQuota: 1 });
  await signIn(workspace.admin);
  await page.goto(list);
  const table = page.getByRole("table", { name: "Days that expire" });
  const sums = page.getByRole("list", { name: "Days of each leave type" });
  await expect(sums.getByRole("listitem").first()).toContainText("Vacation");
  await expect(sums).toContainText(/Birthday\s*1 day, 1 person/);
  await expect(table).toContainText("Vacation");
  await expect(table).not.toContainText("Birthday");
  await page.getByLabel("Leave type", { exact: true }).selectOption({ label: "Any leave type" });
  await expect(table).toContainText("Birthday");
  await page.reload();
  await expect(table).toContainText("Birthday");
  await page.getByLabel("Leave type", { exact: true }).selectOption({ label: "Birthday" });
  await expect(table).not.toContainText("Vacation");
  await sums.getByRole("button", { name: /Vacation/ }).click();
  await expect(table).toContainText("Vacation");
  await expect(table).not.toContainText("Birthday");
});

test("403 a user reads whom the list is for", async ({ page, signIn, workspace }) => {
  await signIn(await createPerson(workspace, "USER"));
  await page.goto("/dashboard/balances/lapses");
  await expect(page.getByText("This list is for administrators and location admins")).toBeVisible();
});

interface Known {
  page: Page;
  workspace: Workspace;
}

const list = "/dashboard/balances/lapses?within=365";
const states: readonly State<Known>[] = [
  {
    title: "no days expire",
    reach: async ({ page }) => {
      await page.goto(list);
      await expect(page.getByText("No days expire")).toBeVisible();
    },
  },
  {
    title: "days that expire",
    reach: async ({ page, workspace }) => {
      await createLeaveType(workspace, "Vacation");
      await page.goto(list);
      await expect(page.getByRole("table", { name: "Days that expire" })).toBeVisible();
    },
  },
  {
    title: "no match",
    reach: async ({ page }) => {
      await page.goto(`${list}&q=zzzz`);
      await expect(page.getByText("No days expire here")).toBeVisible();
    },
  },
  {
    title: "before sending",
    reach: async ({ page }) => {
      await page.goto(list);
      await page.getByRole("checkbox", { name: "Select everything shown" }).check();
      await page.getByRole("button", { name: "Notify by email" }).click();
      await expect(page.getByText("will get an email")).toBeVisible();
    },
  },
];

test("days that expire: every state is accessible @phone", async ({ page, signIn, workspace }) => {
  await signIn(workspace.admin);
  await visit(states, { page, workspace });
});
