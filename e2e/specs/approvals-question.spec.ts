import { expect, test } from "../fixtures";
import { ApprovalsPage } from "../pages/approvals.page";
import { callApi } from "../support/api";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { createKey, createPerson } from "../support/operator";
import { addRequests, asker } from "../support/requests";
import { wakeUp } from "../support/wake-up";

test("a question is seen in the queue and on the leave's page, and the request goes on waiting", async ({
  page,
  signIn,
  workspace,
}) => {
  const { idOf, statusOf } = await addRequests(workspace, 2);
  await signIn(workspace.admin);
  const approvals = new ApprovalsPage(page);
  await approvals.open(`?leave=${idOf(1)}`);
  await approvals
    .panel()
    .getByRole("button", { name: `Ask ${asker(1)}` })
    .click();
  const dialog = page.getByRole("alertdialog", { name: `Ask ${asker(1)} before you decide` });
  const field = dialog.getByRole("textbox", { name: "Question" });
  await expect(field).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toContainText("Write your question.");
  await field.fill("Can Bo cover the fair?");
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toBeHidden();
  await expect(approvals.row(asker(1))).toContainText("Can Bo cover the fair?");
  await expect(approvals.panel()).toContainText(/Asked .*: Can Bo cover the fair\?/);
  expect(await statusOf(1)).toBe("OPEN");
  await page.goto(`/dashboard/leaves/${idOf(1)}`);
  const questions = page.getByRole("region", { name: "Questions" });
  await expect(questions).toContainText("Can Bo cover the fair?");
  await expect(questions).toContainText("Not answered");
});

test("a question is asked by its key about the request with the focus; Enter leads into its panel", async ({
  page,
  signIn,
  workspace,
}) => {
  await addRequests(workspace, 3);
  await signIn(workspace.admin);
  const approvals = new ApprovalsPage(page);
  await approvals.open();
  await approvals.enterWithKeys(asker(1));
  await page.keyboard.press("j");
  await page.keyboard.press("q");
  await expect(page.getByRole("alertdialog", { name: `Ask ${asker(2)} before you decide` })).toBeVisible();
  await page.keyboard.type("Can Bo cover the fair?");
  await page.keyboard.press("Control+Enter");
  await expect(approvals.row(asker(2))).toContainText("Can Bo cover the fair?");
  await approvals.link(asker(2)).focus();
  await page.keyboard.press("Enter");
  await expect(approvals.panel()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(approvals.link(asker(2))).toBeFocused();
});

test("keys decide the request of the panel while nothing else has the focus", async ({
  page,
  signIn,
  workspace,
}) => {
  await addRequests(workspace, 2);
  await signIn(workspace.admin);
  const approvals = new ApprovalsPage(page);
  await approvals.open();
  await wakeUp(page);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Approvals" }).focus();
  await page.keyboard.press("a");
  await expect(approvals.row(asker(1))).not.toContainText("Approving…");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Approvals" }).blur();
  await page.keyboard.press("a");
  await expect(approvals.row(asker(1))).toContainText("Approving…");
});

test("the person on leave answers on its page, and the queue shows the answer", async ({
  page,
  signIn,
  workspace,
}) => {
  const { id: leaveTypeId } = await createLeaveType(workspace, "Vacation");
  const person = await createPerson(workspace, "USER");
  const { plain } = await createKey(person, "Own");
  const day = comingMonday()(0);
  const asked = { leaveTypeId, startDate: day, endDate: day };
  const { id } = await callApi<{ id: string }>(plain, "POST", "/v2/leaves", asked);
  await signIn(workspace.admin);
  const approvals = new ApprovalsPage(page);
  await approvals.open(`?leave=${id}`);
  await approvals
    .panel()
    .getByRole("button", { name: `Ask ${person.name}` })
    .click();
  await page.getByRole("textbox", { name: "Question" }).fill("Can Bo cover the fair?");
  await page.keyboard.press("Control+Enter");
  await expect(approvals.row(person.name)).toContainText("Can Bo cover the fair?");

  await page.context().clearCookies();
  await signIn(person);
  const toAnswer = page.getByRole("link", { name: "Question to answer: Can Bo cover the fair?" });
  await page.goto("/dashboard/leaves");
  await expect(toAnswer).toBeVisible();
  await page.goto("/dashboard");
  await toAnswer.click();
  const questions = page.getByRole("region", { name: "Questions" });
  await questions.getByRole("button", { name: "Answer" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Can Bo cover the fair?" });
  await dialog.getByRole("textbox", { name: "Your answer" }).fill("Yes, all three days");
  await dialog.getByRole("button", { name: "Answer" }).click();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("Answer sent");
  await expect(questions).toContainText("You answered");
  await expect(questions).toContainText("Yes, all three days");
  await expect(questions.getByRole("button", { name: "Answer" })).toHaveCount(0);

  await page.context().clearCookies();
  await signIn(workspace.admin);
  await approvals.open();
  await expect(approvals.row(person.name)).toContainText(/Answered .*: Yes, all three days/);
});
