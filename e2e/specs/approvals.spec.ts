import { expect, test } from "../fixtures";
import { ApprovalsPage } from "../pages/approvals.page";
import { Shell } from "../pages/shell.page";
import { withDatabase } from "../support/age";
import { addRequests, asker } from "../support/requests";

test("ten requests are decided by keyboard, and the last is undone and decided again", async ({
  page,
  signIn,
  workspace,
}) => {
  const { statusOf, idOf } = await addRequests(workspace, 10);
  await signIn(workspace.admin);
  const approvals = new ApprovalsPage(page);
  await approvals.open();
  await expect(approvals.rows()).toHaveCount(10);
  const inBar = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Approvals" });
  await expect(inBar).toHaveAccessibleName("Approvals 10 waiting");
  await approvals.enterWithKeys(asker(1));
  await page.keyboard.press("j");
  await expect(approvals.link(asker(2))).toBeFocused();
  await expect(approvals.panel()).toContainText(asker(2));
  await expect(page).toHaveURL(new RegExp(`leave=${idOf(2)}`));
  await page.keyboard.press("k");
  for (let n = 1; n < 9; n++) {
    await expect(approvals.link(asker(n))).toBeFocused();
    await page.keyboard.press("a");
    // It stays in its row until it is sent, which the next decision does.
    await expect(approvals.row(asker(n))).toContainText("Approving…");
    if (n > 1) await expect(approvals.row(asker(n - 1))).toHaveCount(0);
  }
  // The following request is next; after the last, the preceding one.
  await expect(approvals.link(asker(9))).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(approvals.link(asker(10))).toBeFocused();
  await page.keyboard.press("d");
  const dialog = page.getByRole("alertdialog", { name: `Deny leave for ${asker(10)}?` });
  const reason = dialog.getByRole("textbox", { name: "Reason" });
  await expect(reason).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(approvals.link(asker(10))).toBeFocused();
  await page.keyboard.press("d");
  await expect(reason).toBeFocused();
  // Here keys are text.
  await reason.pressSequentially("A jam at the fair");
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toBeHidden();
  await expect(approvals.row(asker(10))).toContainText("Denying…");
  await expect(approvals.link(asker(9))).toBeFocused();
  await page.keyboard.press("a");
  await expect(approvals.rows()).toHaveCount(1);
  await expect(new Shell(page).title()).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(approvals.link(asker(9))).toBeFocused();
  await page.keyboard.press("a");
  await approvals.undoInRow(asker(9)).click();
  await expect(approvals.link(asker(9))).toBeFocused();
  await page.keyboard.press("a");
  await approvals.dismiss();
  await expect(approvals.nothing()).toBeVisible();
  for (let n = 1; n < 10; n++) await expect.poll(() => statusOf(n)).toBe("APPROVED");
  await expect.poll(() => statusOf(10)).toBe("DENIED");
  await expect(inBar).toHaveAccessibleName("Approvals");
});

test("the address selects the request; more requests load page by page", async ({
  page,
  signIn,
  workspace,
}) => {
  const { idOf } = await addRequests(workspace, 60);
  await signIn(workspace.admin);
  const approvals = new ApprovalsPage(page);
  const contexts: string[] = [];
  page.on("request", (request) => {
    if (ApprovalsPage.context.test(request.url())) contexts.push(request.url());
  });
  await approvals.open(`?leave=${idOf(2)}`);
  await expect(approvals.panel()).toContainText(asker(2));
  await expect(approvals.panel()).toContainText("Last 12 months");
  await approvals.link(asker(3)).click();
  await expect(approvals.panel()).toContainText(asker(3));
  await expect(approvals.panel()).toContainText("Last 12 months");
  expect(contexts).toHaveLength(1);
  await expect(approvals.rows()).toHaveCount(50);
  await page.getByRole("button", { name: "Load more requests" }).click();
  await expect(approvals.rows()).toHaveCount(60);
  await page.reload();
  await expect(approvals.panel()).toContainText(asker(3));
  // A request beyond the first page is fetched.
  await approvals.open(`?leave=${idOf(58)}`);
  await expect(approvals.panel()).toContainText(asker(58));
  await approvals.open("?leave=leave-nonsense");
  await expect(approvals.panel()).toContainText("This request isn't waiting for you");
  await approvals.panel().getByRole("button", { name: "Go to the queue" }).click();
  await expect(approvals.panel()).toContainText(asker(1));
});

test("on a phone a request opens below its row, where the page stays, and is asked about and decided there @phone", async ({
  page,
  signIn,
  workspace,
  isMobile,
}) => {
  test.skip(!isMobile, "Wide screens show it beside the queue.");
  const { idOf, statusOf } = await addRequests(workspace, 6);
  await signIn(workspace.admin);
  const approvals = new ApprovalsPage(page);
  await approvals.open();
  await expect(approvals.panel()).toBeHidden();
  await page.getByRole("button", { name: `Approve leave for ${asker(1)}` }).tap();
  await expect(approvals.row(asker(1))).toContainText("Approving…");
  await expect(approvals.panel()).toBeHidden();
  await approvals.link(asker(2)).tap();
  await expect(approvals.panel()).toContainText("Last 12 months");
  await page.goBack();
  await expect(approvals.panel()).toBeHidden();
  await expect.poll(() => statusOf(1)).toBe("APPROVED");
  await approvals.link(asker(5)).scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => window.scrollY);
  expect(scrolled).toBeGreaterThan(200);
  await approvals.link(asker(5)).tap();
  await expect(approvals.panel()).toContainText("Last 12 months");
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  await approvals
    .panel()
    .getByRole("button", { name: `Ask ${asker(5)}` })
    .tap();
  await page.getByRole("textbox", { name: "Question" }).fill("Can Bo cover the fair?");
  await page.getByRole("alertdialog").getByRole("button", { name: "Ask" }).tap();
  await expect(approvals.row(asker(5))).toContainText("Can Bo cover the fair?");
  await approvals.approve(asker(5)).tap();
  await expect(approvals.row(asker(5))).toContainText("Approving…");
  await expect(approvals.row(asker(6))).toBeInViewport();
  await approvals.open(`?leave=${idOf(6)}`);
  await expect(approvals.row(asker(6))).toBeInViewport();
});

test("a count that is late for the page is shown as soon as it is there", async ({
  page,
  signIn,
  workspace,
}) => {
  await addRequests(workspace, 2);
  await signIn(workspace.admin);
  const inBar = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Approvals" });
  await withDatabase((sql) =>
    sql.begin(async (held) => {
      await held`lock table leaves in access exclusive mode`;
      await page.goto("/dashboard/settings");
      await expect(inBar).toHaveAccessibleName("Approvals");
    }),
  );
  await expect(inBar).toHaveAccessibleName("Approvals 2 waiting");
});
