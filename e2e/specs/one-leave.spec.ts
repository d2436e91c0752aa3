import { expect, test } from "../fixtures";
import { ApprovalsPage } from "../pages/approvals.page";
import { LeavesPage } from "../pages/leaves.page";
import { RequestPage } from "../pages/request.page";
import { WallchartPage } from "../pages/wallchart.page";
import { callApi } from "../support/api";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { createKey, createPerson, type Workspace } from "../support/operator";
import { writtenDate } from "../support/written-date";

const monday = comingMonday();

async function ask(workspace: Workspace) {
  const { id: leaveTypeId, key } = await createLeaveType(workspace, "Vacation");
  const bo = await createPerson(workspace, "USER");
  const { plain } = await createKey(bo, "Own");
  const dates = { startDate: monday(4), endDate: monday(8) };
  const { id } = await callApi<{ id: string }>(plain, "POST", "/v2/leaves", { leaveTypeId, ...dates });
  return { bo, id, key, plain };
}

test("an employee edits their leave; a concurrent change is reported, and the input stays", async ({
  page,
  signIn,
  workspace,
}) => {
  const { bo, id, key, plain } = await ask(workspace);
  await signIn(bo);
  const leaves = new LeavesPage(page);
  const form = new RequestPage(page);
  await page.goto(`/dashboard/leaves/${id}`);
  await expect(page.getByRole("region", { name: "Day by day" })).toContainText("Free anyway");
  await leaves.edit().click();
  await expect(form.from()).toHaveValue(writtenDate(monday(4)));
  await expect(form.effect()).toContainText("22 → 22 days left");
  await form.to().fill(monday(9));
  await form.reason().fill("Hiking");
  await expect(form.effect()).toContainText("22 → 21 days left");

  await callApi(plain, "PATCH", `/v2/leaves/${id}`, { startDate: monday(7) });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("This leave has changed since you opened it.")).toBeVisible();
  await expect(page.getByRole("note", { name: "This leave has changed meanwhile" })).toContainText(
    "Vacation, Waiting",
  );
  await expect(form.to()).toHaveValue(writtenDate(monday(9)));
  await expect(form.reason()).toHaveValue("Hiking");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("Leave saved");
  await expect(page.getByRole("region", { name: "Details" })).toContainText("4 days");
  await expect(page.getByRole("region", { name: "History" }).getByRole("listitem").first()).toContainText(
    "You edited it",
  );
  await page.keyboard.press("c");
  await expect(form.sheet()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(form.sheet()).toBeHidden();

  // A denied leave stays as it is.
  await callApi(key, "POST", `/v2/leaves/${id}/deny`, { reason: "Stocktaking" });
  await page.goto(`/dashboard/leaves/${id}/edit`);
  await expect(page.getByText("You can't edit this leave")).toBeVisible();
  await page.goto(`/dashboard/leaves/${id}`);
  await expect(page.getByRole("region", { name: "History" })).toContainText("Stocktaking");
  await expect(leaves.edit()).toHaveCount(0);
});

test("a manager opens an employee's leave from the wallchart, decides it, and cancels it with a reason", async ({
  page,
  signIn,
  workspace,
}) => {
  const { bo, id, plain } = await ask(workspace);
  const stranger = await createPerson(workspace, "USER");
  await signIn(workspace.admin);
  const chart = new WallchartPage(page);
  await chart.open(`?on=${monday(4)}`);
  const leaves = new LeavesPage(page);
  await chart
    .row(bo.name)
    .getByRole("gridcell", { name: /Vacation, waiting/ })
    .first()
    .click();
  await page.waitForURL(`**/dashboard/leaves/${id}`);
  await expect(leaves.heading()).toContainText(bo.name);
  const next = page.getByRole("region", { name: "What happens next" });
  await expect(leaves.remind()).toHaveCount(0);
  const approvals = new ApprovalsPage(page);
  const approve = next.getByRole("button", { name: `Approve leave for ${bo.name}` });
  await approve.click();
  await expect(next).toContainText("You have just decided this.");
  await approvals.undo().click();
  await expect(approve).toBeFocused();
  await approve.click();
  await expect(leaves.heading()).toBeFocused();
  await approvals.dismiss();
  await expect(page.getByRole("main")).toContainText("Approved");
  await expect(page.getByRole("region", { name: "History" })).toContainText("You approved it");
  await leaves.cancel().click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("The fair");
  await dialog.getByRole("button", { name: "Cancel leave" }).click();
  await expect(page.getByRole("region", { name: "History" })).toContainText("The fair");
  const leave = await callApi<{ status: string; statusReason: string }>(plain, "GET", `/v2/leaves/${id}`);
  expect(leave).toMatchObject({ status: "CANCELLED", statusReason: "The fair" });

  await page.context().clearCookies();
  await signIn(stranger);
  for (const address of [id, `${id}/edit`]) {
    await page.goto(`/dashboard/leaves/${address}`);
    await expect(leaves.heading()).toHaveText("This leave isn't available");
  }
});

test("an approver decides on a leave that another one decided meanwhile, and sees who was first", async ({
  page,
  signIn,
  workspace,
}) => {
  const { bo, id, key } = await ask(workspace);
  await signIn(workspace.admin);
  await page.goto(`/dashboard/leaves/${id}`);
  const next = page.getByRole("region", { name: "What happens next" });
  await expect(next.getByRole("button", { name: `Deny leave for ${bo.name}` })).toBeVisible();
  await callApi(key, "POST", `/v2/leaves/${id}/approve`);
  await next.getByRole("button", { name: `Deny leave for ${bo.name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Deny leave" }).click();
  const approvals = new ApprovalsPage(page);
  await approvals.dismiss();
  await expect(approvals.toast()).toContainText(`Already approved by ${workspace.admin.name}`);
  await expect(page.getByRole("region", { name: "History" })).toContainText("approved it");
  await expect(next).toHaveCount(0);
});
