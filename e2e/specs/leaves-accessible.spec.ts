import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { LeavesPage } from "../pages/leaves.page";
import { RequestPage } from "../pages/request.page";
import { callApi } from "../support/api";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { createKey, createPerson, type Workspace } from "../support/operator";
import { type State, visit } from "../support/visit-states";

type Known = { page: Page; id: string /** A pending one of another employee. */; other: string };
const monday = comingMonday();

const emptyStates: State<Known>[] = [
  { title: "approvals nothing waits", reach: ({ page }) => page.goto("/dashboard/approvals") },
  { title: "today nothing yet", reach: ({ page }) => page.goto("/dashboard") },
  { title: "my leave none yet", reach: ({ page }) => new LeavesPage(page).open() },
  { title: "request no types", reach: ({ page }) => new RequestPage(page).open() },
];

const states: State<Known>[] = [
  { title: "approvals", reach: ({ page }) => page.goto("/dashboard/approvals") },
  { title: "today", reach: ({ page }) => page.goto("/dashboard") },
  { title: "leave settings", reach: ({ page }) => page.goto("/dashboard/settings/leave") },
  { title: "mail settings", reach: ({ page }) => page.goto("/dashboard/settings/mail") },
  { title: "my leave", reach: ({ page }) => new LeavesPage(page).open() },
  { title: "my leave filtered out", reach: ({ page }) => new LeavesPage(page).open("?state=EXPIRED") },
  { title: "the year", reach: ({ page }) => page.goto("/dashboard/leaves/year") },
  { title: "one leave", reach: ({ page, id }) => page.goto(`/dashboard/leaves/${id}`) },
  {
    title: "one leave cancelling",
    reach: async ({ page, id }) => {
      await page.goto(`/dashboard/leaves/${id}`);
      await new LeavesPage(page).cancel().click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
  {
    title: "one leave reminded",
    reach: async ({ page, id }) => {
      await page.goto(`/dashboard/leaves/${id}`);
      await expect(page.getByRole("region", { name: "What happens next" })).toBeVisible();
      const remind = new LeavesPage(page).remind();
      // Once a day: on later visits the button is hidden.
      if (await remind.isVisible()) await remind.click();
      await expect(page.getByText("Reminded today")).toBeVisible();
    },
  },
  {
    title: "one leave of somebody else",
    reach: ({ page, other }) => page.goto(`/dashboard/leaves/${other}`),
  },
  {
    title: "one leave of somebody else cancelling",
    reach: async ({ page, other }) => {
      await page.goto(`/dashboard/leaves/${other}`);
      await new LeavesPage(page).cancel().click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
  {
    title: "edit leave",
    reach: async ({ page, other }) => {
      await page.goto(`/dashboard/leaves/${other}/edit`);
      await expect(new RequestPage(page).effect()).toContainText("5 working days");
      await expect(new RequestPage(page).effect()).toContainText("The decision stays as it is");
    },
  },
  {
    title: "request sheet",
    reach: async ({ page }) => {
      await new LeavesPage(page).open();
      await new LeavesPage(page).request().click();
      await new RequestPage(page).from().fill(monday(10));
      await expect(new RequestPage(page).effect()).toContainText("1 working day");
    },
  },
  {
    title: "request sheet asking",
    reach: async ({ page }) => {
      await new LeavesPage(page).open();
      await new LeavesPage(page).request().click();
      await new RequestPage(page).from().fill(monday(10));
      await page.keyboard.press("Escape");
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
  { title: "leave not found", reach: ({ page }) => page.goto("/dashboard/leaves/leave-nonsense") },
  { title: "request", reach: ({ page }) => new RequestPage(page).open() },
  {
    title: "request shown",
    reach: async ({ page }) => {
      await new RequestPage(page).open(`?from=${monday(10)}&to=${monday(14)}`);
      await expect(new RequestPage(page).effect()).toContainText("3 working days");
    },
  },
  {
    title: "request blocked and wrong",
    reach: async ({ page }) => {
      const request = new RequestPage(page);
      await request.open(`?from=${monday(0)}&to=${monday(1)}`);
      await expect(request.effect().getByRole("note")).toBeVisible();
      await page.getByRole("radio", { name: "Some hours" }).check();
      await request.from().fill("");
      await request.submit().click();
      await expect(page.getByRole("alert", { name: "4 fields need attention" })).toBeVisible();
    },
  },
];

async function fill(workspace: Workspace): Promise<{ id: string; other: string }> {
  const { key, id } = await createLeaveType(workspace, "Vacation", {
    shortestDuration: "HOUR",
    reasonRequired: true,
  });
  const leave = { leaveTypeId: id, startDate: monday(0), endDate: monday(4), reason: "Hiking" };
  const { plain } = await createKey(await createPerson(workspace, "USER"), "Own");
  const post = async (by: string) => (await callApi<{ id: string }>(by, "POST", "/v2/leaves", leave)).id;
  return { id: await post(key), other: await post(plain) };
}

test("no page about the user's own leave has an accessibility fault in any state @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  test.slow();
  page.on("dialog", (dialog) => dialog.accept());
  await signIn(workspace.admin);
  await visit(emptyStates, { page, id: "", other: "" });
  await visit(states, { page, ...(await fill(workspace)) });
});
