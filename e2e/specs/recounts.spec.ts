import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { ApprovalsPage } from "../pages/approvals.page";
import { RequestPage } from "../pages/request.page";
import { callApi } from "../support/api";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { createKey, createPerson, type Workspace } from "../support/operator";
import { writtenDate } from "../support/written-date";

const monday = comingMonday();

/** A person with approved vacation from Monday to Friday. */
async function vacationOf(workspace: Workspace, policy: object = {}) {
  const { id: leaveTypeId, key } = await createLeaveType(workspace, "Vacation", policy);
  const bo = await createPerson(workspace, "USER");
  const { plain } = await createKey(bo, "Own");
  const dates = { startDate: monday(0), endDate: monday(4) };
  const { id } = await callApi<{ id: string }>(plain, "POST", "/v2/leaves", { leaveTypeId, ...dates });
  await callApi(key, "POST", `/v2/leaves/${id}/approve`);
  return { bo, id, key, leaveTypeId };
}

const signInAs = async (
  page: Page,
  signIn: (person: Workspace["admin"]) => Promise<unknown>,
  who: Workspace["admin"],
) => {
  await page.context().clearCookies();
  await signIn(who);
};

test("a person asks to change approved leave, and an approver agrees @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  const { bo, id } = await vacationOf(workspace, { changesNeedConsent: true });
  await signIn(bo);
  await page.goto(`/dashboard/leaves/${id}`);
  await page.getByRole("link", { name: "Edit leave" }).click();
  await expect(page.getByRole("note", { name: "A change needs consent" })).toBeVisible();
  await new RequestPage(page).to().fill(writtenDate(monday(7)));
  await page.getByRole("button", { name: "Ask to change" }).click();
  const next = page.getByRole("region", { name: "What happens next" });
  await expect(next).toContainText("You asked to change this leave");
  await expect(next).toContainText("6 days");
  await expect(page.getByRole("region", { name: "Details" })).toContainText("5 days");
  await expect(next.getByRole("button", { name: "Keep as it is" })).toBeVisible();

  await signInAs(page, signIn, workspace.admin);
  await page.goto("/dashboard/approvals");
  await expect(page.getByText("Asks to change approved leave: so far").first()).toBeVisible();
  await page
    .getByRole("button", { name: `Agree to change leave of ${bo.name}` })
    .first()
    .click();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("is changed");
  // Leaving the page sends what could still be undone.
  await page.goto("/dashboard");
  await expect
    .poll(async () => {
      await page.goto(`/dashboard/leaves/${id}`);
      return page.getByRole("region", { name: "Details" }).textContent();
    })
    .toContain("6 days");
  await expect(page.getByRole("region", { name: "History" })).toContainText("You agreed to change it");
});

test("sick in a vacation: the request, the approval, the leave and the balance say what comes back @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  const { bo, id, key, leaveTypeId } = await vacationOf(workspace);
  const { id: sickId } = await createLeaveType(workspace, "Sick leave");
  await callApi(key, "PATCH", `/v2/leave-types/${leaveTypeId}`, { interruptible: true });
  await callApi(key, "PATCH", `/v2/leave-types/${sickId}`, { interrupts: true });
  await signIn(bo);
  const request = new RequestPage(page);
  await request.open(`?from=${monday(2)}&to=${monday(3)}&type=${sickId}`);
  await expect(request.effect()).toContainText("Once approved, 2 days of the leave");
  await request.submit().click();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("Request sent");

  await signInAs(page, signIn, workspace.admin);
  const approvals = new ApprovalsPage(page);
  await approvals.open();
  await approvals.link(bo.name).click();
  const back = page.getByRole("region", { name: "Days that come back" });
  await expect(back).toContainText("2 days of the leave");
  const [asked] = await callApi<{ leave: { id: string } }[]>(key, "GET", "/v2/leaves/to-decide");
  await callApi(key, "POST", `/v2/leaves/${asked?.leave.id}/approve`);

  await signInAs(page, signIn, bo);
  await page.goto(`/dashboard/leaves/${id}`);
  await expect(page.getByRole("region", { name: "Details" })).toContainText("3 days");
  await expect(page.getByRole("region", { name: "Day by day" })).toContainText("Other leave instead");
  await expect(page.getByRole("region", { name: "History" })).toContainText(
    "Recounted because of other leave at the same time",
  );
});

test("a public holiday gives a day of approved leave back @phone", async ({ page, signIn, workspace }) => {
  const { bo, id } = await vacationOf(workspace);
  await signIn(workspace.admin);
  await page.goto(`/dashboard/settings/holidays?year=${monday(2).slice(0, 4)}`);
  await page.getByRole("button", { name: "Add holiday" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add holiday" });
  await dialog
    .getByLabel("Date")
    .first()
    .fill(writtenDate(monday(2)));
  await dialog.getByRole("textbox", { name: "Name" }).fill("Founders' Day");
  await expect(dialog.getByText("1 leave gets days back")).toBeVisible();
  await dialog.getByRole("button", { name: "Add holiday" }).click();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("Holiday added");

  await signInAs(page, signIn, bo);
  await page.goto(`/dashboard/leaves/${id}`);
  await expect(page.getByRole("region", { name: "Details" })).toContainText("4 days");
  await expect(page.getByRole("region", { name: "Day by day" })).toContainText("Founders' Day");
  await expect(page.getByRole("region", { name: "History" })).toContainText(
    "Recounted for public holiday: Founders' Day",
  );
});
