import { expect, test } from "../fixtures";
import { ApprovalsPage } from "../pages/approvals.page";
import { callApi } from "../support/api";
import { addRequests, anotherDecider, asker, decisionsOf } from "../support/requests";

test("the queue is filtered by name and leave type, and grouped by week, all in the address", async ({
  page,
  signIn,
  workspace,
}) => {
  const { idOf } = await addRequests(workspace, 12);
  await signIn(workspace.admin);
  const approvals = new ApprovalsPage(page);
  await approvals.open();
  await expect(approvals.rows()).toHaveCount(12);
  await approvals.search().fill("person 1");
  await expect(approvals.rows()).toHaveCount(3);
  await expect(page).toHaveURL(/q=person\+1/);
  await page.getByRole("switch", { name: "Group by week" }).check();
  // The tenth is in the second week, the other two in the third.
  await expect(page.getByRole("heading", { name: /^Week of/ }).filter({ visible: true })).toHaveCount(2);
  await page.reload();
  await expect(approvals.rows()).toHaveCount(3);
  await expect(page.getByRole("switch", { name: "Group by week" })).toBeChecked();
  await approvals.link(asker(11)).click();
  await expect(page).toHaveURL(new RegExp(`q=person\\+1&group=week&leave=${idOf(11)}`));
  await approvals.search().fill("no such person");
  await expect(page.getByRole("heading", { name: "No request matches the filters" })).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Clear filters" }).last().click();
  await expect(approvals.rows()).toHaveCount(12);
  await expect(page).toHaveURL(/approvals\?group=week$/);
});

test("several requests are denied with one reason, and what was decided meanwhile is named", async ({
  page,
  signIn,
  workspace,
}) => {
  const { idOf, statusOf } = await addRequests(workspace, 4, 2);
  const { person, key: theirs } = await anotherDecider(workspace);
  await signIn(workspace.admin);
  const approvals = new ApprovalsPage(page);
  await approvals.open();
  await approvals.enterWithKeys(asker(1));
  for (const n of [1, 2, 3]) await approvals.box(asker(n)).check();
  await callApi(theirs, "POST", `/v2/leaves/${idOf(3)}/approve`);
  await page.keyboard.press("d");
  const dialog = page.getByRole("alertdialog", { name: "Deny 3 requests?" });
  await expect(dialog).toContainText(`${asker(1)}, ${asker(2)} and ${asker(3)}`);
  await expect(dialog.getByRole("textbox", { name: "Reason" })).toBeFocused();
  await page.keyboard.type("Stocktaking");
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toBeHidden();
  for (const n of [1, 2, 3]) await expect(approvals.row(asker(n))).toContainText("Denying…");
  await expect(approvals.link(asker(4))).toBeFocused();
  await expect(approvals.toast()).toContainText("3 requests denied");
  await approvals.dismiss();
  await expect(approvals.row(asker(3))).toContainText(`Already approved by ${person.name}`);
  for (const n of [1, 2]) {
    await expect.poll(() => statusOf(n)).toBe("DENIED");
    expect(await decisionsOf(idOf(n))).toHaveLength(1);
  }
  await page.getByRole("link", { name: "Decided by me" }).click();
  const decided = page.getByRole("table", { name: "Decisions" });
  await expect(decided.getByRole("rowheader")).toHaveCount(2);
  await expect(decided).toContainText("Stocktaking");
});
