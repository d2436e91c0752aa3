import type { Page, Request } from "@playwright/test";
import { expect, test } from "../fixtures";
import { ApprovalsPage } from "../pages/approvals.page";
import { Shell } from "../pages/shell.page";
import { callApi } from "../support/api";
import { addRequests, anotherDecider, asker, decisionsOf } from "../support/requests";

const { decide } = ApprovalsPage;

/** The decisions that a page sends, by call. */
function decisionsSent(page: Page): { action: string; id: string }[][] {
  const calls: { action: string; id: string }[][] = [];
  page.on("request", (request: Request) => {
    if (request.method() === "POST" && request.url().includes("/api/trpc/approvals.decide"))
      calls.push(JSON.parse(request.postData() ?? "{}").json.decisions);
  });
  return calls;
}

test("undone decisions are never sent; pending ones are sent once, also when the page is closed or left", async ({
  page,
  context,
  signIn,
  workspace,
}) => {
  const { statusOf, idOf } = await addRequests(workspace, 3);
  await signIn(workspace.admin);
  const approvals = new ApprovalsPage(page);
  const sent = decisionsSent(page);
  await approvals.open();
  await approvals.approve(asker(1)).click();
  await expect(approvals.row(asker(1))).toContainText("Approving…");
  await approvals.undo().click();
  await expect(approvals.link(asker(1))).toBeFocused();
  await page.goto("/dashboard/leaves");
  await expect(new Shell(page).title()).toHaveText("My leave");
  expect(sent).toEqual([]);

  // The pointer on the toast pauses its timeout: only leaving sends.
  await approvals.open();
  await approvals.approve(asker(1)).click();
  await approvals.undo().hover();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Calendar" }).focus();
  await page.keyboard.press("Enter");
  await expect(new Shell(page).title()).toHaveText("Calendar");
  await expect.poll(() => statusOf(1)).toBe("APPROVED");

  const another = new ApprovalsPage(await context.newPage());
  await another.open();
  await another.approve(asker(2)).click();
  await another.undo().hover();
  await another.page.close();
  await expect.poll(() => statusOf(2)).toBe("APPROVED");
  expect(await decisionsOf(idOf(2))).toHaveLength(1);
  expect(await statusOf(3)).toBe("OPEN");
});

test("the second approver sees who decided first, and what has changed meanwhile", async ({
  page,
  signIn,
  workspace,
}) => {
  const { prolong, idOf, statusOf } = await addRequests(workspace, 4);
  const { person, key: theirs } = await anotherDecider(workspace);
  await signIn(workspace.admin);
  const approvals = new ApprovalsPage(page);
  await approvals.open();
  await approvals.enterWithKeys(asker(1));
  await callApi(theirs, "POST", `/v2/leaves/${idOf(1)}/approve`);
  await prolong(2);
  await page.keyboard.press("a");
  await expect(approvals.link(asker(2))).toBeFocused();
  // Deciding the next one sends the previous one.
  await page.keyboard.press("a");
  await expect(approvals.link(asker(3))).toBeFocused();
  const decided = approvals.row(asker(1));
  await expect(decided).toContainText(`Already approved by ${person.name}`);
  await expect(approvals.link(asker(3))).toBeFocused();
  await expect(approvals.link(asker(1))).toHaveCount(0);
  await approvals.dismiss();
  await expect(approvals.row(asker(2))).toContainText("This request has changed since you opened it");
  await approvals.link(asker(2)).click();
  await expect(approvals.panel()).toContainText("2 days");
  await approvals.approve(asker(2)).click();
  await approvals.dismiss();
  await expect.poll(() => statusOf(2)).toBe("APPROVED");
  await expect(approvals.row(asker(2))).toHaveCount(0);
  await decided.getByRole("button", { name: `Dismiss the request of ${asker(1)}` }).click();
  await expect(decided).toHaveCount(0);
  expect(await decisionsOf(idOf(1))).toHaveLength(1);
});

test("a batch of requests without warnings is approved in one call, and reports the outcome of each", async ({
  page,
  signIn,
  workspace,
}) => {
  const { idOf, statusOf } = await addRequests(workspace, 4, 4);
  const { person, key: theirs } = await anotherDecider(workspace);
  await signIn(workspace.admin);
  const approvals = new ApprovalsPage(page);
  const sent = decisionsSent(page);
  await approvals.open();
  await approvals.enterWithKeys(asker(1));
  await page.keyboard.press("x");
  await expect(approvals.box(asker(1))).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(approvals.box(asker(1))).not.toBeChecked();
  await page.keyboard.press("x");
  for (const n of [3, 4]) await approvals.box(asker(n)).check();
  await expect(approvals.selection()).toContainText("3 requests selected");
  await expect(approvals.selection()).toContainText("1 has a warning");
  await expect(approvals.selection().getByRole("button", { name: "Approve" })).toHaveCount(0);
  await approvals.selection().getByRole("button", { name: "Unselect the one with a warning" }).click();
  await callApi(theirs, "POST", `/v2/leaves/${idOf(3)}/approve`);
  await approvals.selection().getByRole("button", { name: "Approve 2" }).click();
  await expect(approvals.toast()).toContainText("2 requests approved");
  await expect(approvals.toast()).toContainText(`${asker(1)} and ${asker(3)}`);
  await approvals.dismiss();
  await expect(approvals.row(asker(3))).toContainText(`Already approved by ${person.name}`);
  await expect(approvals.row(asker(1))).toHaveCount(0);
  expect(await statusOf(1)).toBe("APPROVED");
  expect(sent.map((call) => call.map(({ id }) => id))).toEqual([[idOf(1), idOf(3)]]);
  expect(await statusOf(4)).toBe("OPEN");
});

test("a decision that does not arrive comes back, and is retried as the same decision", async ({
  page,
  context,
  signIn,
  workspace,
}) => {
  const { idOf, statusOf } = await addRequests(workspace, 2);
  await signIn(workspace.admin);
  const approvals = new ApprovalsPage(page);
  await approvals.open();
  await expect(approvals.panel()).toContainText("Last 12 months");
  await context.setOffline(true);
  await approvals.approve(asker(1)).click();
  await approvals.dismiss();
  const again = page.getByRole("button", { name: `Try again for ${asker(1)}` });
  await expect(approvals.row(asker(1)).getByRole("alert")).toContainText("Your approval didn't get through");
  await context.setOffline(false);
  expect(await statusOf(1)).toBe("OPEN");

  // It arrives, but its answer is lost.
  await page.route(decide, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await again.click();
  await expect.poll(() => statusOf(1)).toBe("APPROVED");
  await expect(again).toBeVisible();
  await page.unroute(decide);
  await again.click();
  await expect(again).toHaveCount(0);
  await expect(approvals.row(asker(1))).toHaveCount(0);
  expect(await decisionsOf(idOf(1))).toHaveLength(1);
});
