import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { callApi } from "../support/api";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { createKey, createPerson, type Workspace } from "../support/operator";
import { type State, visit } from "../support/visit-states";

const monday = comingMonday();

/** Bo has a week of vacation, from Monday to Friday. */
async function cast(workspace: Workspace) {
  const { id: leaveTypeId } = await createLeaveType(workspace, "Vacation");
  const bo = await createPerson(workspace, "USER");
  const { plain } = await createKey(bo, "Own");
  await callApi(plain, "POST", "/v2/leaves", { leaveTypeId, startDate: monday(0), endDate: monday(4) });
  return bo;
}

const region = (page: Page) => page.getByRole("region", { name: "Working pattern" });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Set working pattern" });
const effect = (page: Page) => page.getByRole("status").filter({ hasText: "leave" });

async function openPerson(page: Page, name: string) {
  await page.goto("/dashboard/people");
  await page.getByRole("table", { name: "People" }).getByRole("link", { name }).click();
  await expect(region(page)).toContainText("Works as");
}

test("an administrator sets a pattern after seeing its effect on leave, and removes it", async ({
  page,
  signIn,
  workspace,
}) => {
  const bo = await cast(workspace);
  await signIn(workspace.admin);
  await openPerson(page, bo.name);
  await region(page).getByRole("button", { name: "Set pattern" }).click();
  await dialog(page).getByRole("button", { name: "Set working pattern" }).click();
  await expect(dialog(page).getByLabel("From")).toHaveAccessibleDescription(/Choose the first day/);
  await dialog(page).getByLabel("From").fill(monday(0));
  await dialog(page).getByLabel("Friday").fill("");
  await dialog(page).getByLabel("Thursday").fill("4");
  await expect(effect(page)).toContainText("1 leave changes its days:");
  await expect(effect(page)).toContainText("5 → 4 days");
  await dialog(page).getByRole("button", { name: "Set working pattern" }).click();
  await expect(dialog(page)).toBeHidden();
  const patterns = region(page).getByRole("list", { name: "Working patterns" });
  await expect(patterns).toContainText("Mon – Wed 8 h, Thu 4 h");
  await expect(patterns).toContainText("Upcoming");

  await region(page)
    .getByRole("button", { name: /^Delete pattern from/ })
    .click();
  await expect(page.getByRole("alertdialog")).toContainText("4 → 5 days");
  await page.getByRole("button", { name: "Delete pattern", exact: true }).click();
  await expect(region(page)).toContainText("Works as");
});

type Known = { page: Page };

const states: State<Known>[] = [
  {
    title: "pattern short",
    reach: async ({ page }) => {
      await region(page).getByRole("button", { name: "Set pattern" }).click();
      await dialog(page).getByLabel("From").fill(monday(-400));
      await dialog(page).getByRole("radio", { name: "Two weeks in turn" }).check();
      await dialog(page).getByLabel("Saturday, Week 1").fill("6:30");
      await dialog(page).getByLabel("Sunday, Week 2").fill("xx");
      await dialog(page).getByRole("button", { name: "Set working pattern" }).click();
      await expect(dialog(page).getByText("Sunday: enter hours and minutes")).toBeVisible();
      await dialog(page).getByLabel("Sunday, Week 2").fill("");
      await expect(effect(page).first()).toBeVisible();
    },
  },
  {
    title: "patterns",
    reach: async ({ page }) => {
      await dialog(page).getByRole("button", { name: "Set working pattern" }).click();
      await expect(region(page)).toContainText("Week 2:");
    },
  },
  {
    title: "pattern deleting",
    reach: async ({ page }) => {
      await region(page)
        .getByRole("button", { name: /^Delete pattern from/ })
        .click();
      // A toast of the state before may stand in the dialog, too.
      const effectOfDeletion = page.getByRole("alertdialog").getByRole("status").first();
      await expect(effectOfDeletion).toContainText("leave");
    },
  },
];

test("no working pattern has an accessibility fault in any state @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  const bo = await cast(workspace);
  await signIn(workspace.admin);
  await openPerson(page, bo.name);
  await visit(states, { page });
});
