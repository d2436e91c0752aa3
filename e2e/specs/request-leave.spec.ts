import { expect, test } from "../fixtures";
import { LeavesPage } from "../pages/leaves.page";
import { RequestPage } from "../pages/request.page";
import { callApi } from "../support/api";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { createKey, createPerson } from "../support/operator";

test("an employee requests three days, sees the days used, the approver and the decision @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  const { key } = await createLeaveType(workspace, "Vacation");
  const person = await createPerson(workspace, "USER");
  const monday = comingMonday();
  await signIn(person);
  const leaves = new LeavesPage(page);
  await leaves.open();
  await expect(page.getByRole("heading", { name: "Request your first leave" })).toBeVisible();
  await leaves.request().click();

  const request = new RequestPage(page);
  await expect(request.effect()).toContainText("Choose a type and the days to see what they use.");
  await request.from().fill(monday(4));
  await request.to().fill(monday(8));
  await request.reason().fill("Hiking");
  await expect(request.effect()).toContainText("3 working days");
  await expect(request.effect()).toContainText("2 days are free anyway");
  await expect(request.effect()).toContainText("25 → 22 days left");
  await expect(request.effect()).toContainText("An administrator decides");
  await request.submit().click();

  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("Request sent");
  await expect(page.getByRole("region", { name: "What happens next" })).toBeVisible();
  const [, id = ""] = /leaves\/(leave-[0-9a-f-]+)/.exec(page.url()) ?? [];
  await callApi(key, "POST", `/v2/leaves/${id}/approve`);
  await page.reload();
  await expect(page.getByRole("main")).toContainText("Approved");
  await expect(page.getByRole("region", { name: "Details" })).toContainText(workspace.admin.name);
  await leaves.open();
  await expect(leaves.row(/Vacation/)).toContainText("3 days");
  // Sent from a sheet and opened again, without loading a page in between, it is another request.
  for (const day of [monday(14), monday(15)]) {
    await leaves.request().click();
    await expect(request.from()).toHaveValue("");
    await request.from().fill(day);
    await request.submit().click();
    await expect(page.getByRole("region", { name: "What happens next" })).toBeVisible();
    await expect(request.sheet()).toHaveCount(0);
    await page
      .getByRole("navigation", { name: "Breadcrumb" })
      .getByRole("link", { name: "My leave" })
      .click();
  }
  await expect(leaves.table().getByRole("row")).toHaveCount(4);
});

test("a refusal is predicted while typing, and reported at its field on sending", async ({
  page,
  signIn,
  workspace,
}) => {
  const { id } = await createLeaveType(workspace, "Vacation", { yearlyQuota: 4, reasonRequired: true });
  const person = await createPerson(workspace, "USER");
  const { plain } = await createKey(person, "Own");
  const monday = comingMonday();
  const taken = { leaveTypeId: id, startDate: monday(1), endDate: monday(1), reason: "Dentist" };
  await callApi(plain, "POST", "/v2/leaves", taken);
  await signIn(person);
  const request = new RequestPage(page);
  await request.open(`?from=${monday(0)}&to=${monday(4)}`);
  const blocked = request.effect().getByRole("note", { name: "You can't send this yet" });
  await expect(blocked).toContainText("You already have leave");
  await expect(blocked).toContainText("2 days are missing");
  await expect(request.from()).toHaveAccessibleDescription(/You already have leave/);
  await expect(request.to()).toHaveAccessibleDescription("The balance is too low: 2 days are missing.");
  await request.submit().click();
  await expect(page.getByText("This leave type needs a reason.").first()).toBeVisible();
  await expect(request.reason()).toBeFocused();
  await request.reason().fill("Moving");
  await request.submit().click();
  await expect(request.from()).toHaveAccessibleDescription(/You already have leave/);
  await expect(request.from()).toBeFocused();

  await request.from().fill(monday(2));
  await request.submit().click();
  await expect(page.getByRole("region", { name: "What happens next" })).toBeVisible();
});

test("an employee reminds their approver, once a day", async ({ page, signIn, workspace }) => {
  const { id } = await createLeaveType(workspace, "Vacation");
  const person = await createPerson(workspace, "USER");
  const { plain } = await createKey(person, "Own");
  const day = comingMonday()(0);
  const asked = { leaveTypeId: id, startDate: day, endDate: day };
  const leave = await callApi<{ id: string }>(plain, "POST", "/v2/leaves", asked);
  await signIn(person);
  await page.goto(`/dashboard/leaves/${leave.id}`);
  const leaves = new LeavesPage(page);
  await leaves.remind().click();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("Reminder sent");
  await expect(page.getByRole("region", { name: "What happens next" })).toContainText("Reminded today");
  await expect(leaves.heading()).toBeFocused();
  await page.reload();
  await expect(page.getByRole("region", { name: "What happens next" })).toContainText("Reminded today");
  await expect(leaves.remind()).toHaveCount(0);
});

test("a leave begins on an afternoon and ends with a morning, by keyboard, and its edit shows both", async ({
  page,
  signIn,
  workspace,
}) => {
  await createLeaveType(workspace, "Vacation", { shortestDuration: "HALF_DAY", approvalRequired: false });
  const monday = comingMonday();
  await signIn(workspace.admin);
  const request = new RequestPage(page);
  await request.open(`?from=${monday(4)}&to=${monday(8)}`);
  const first = page.getByRole("combobox", { name: "How much at the start" });
  const last = page.getByRole("combobox", { name: "How much at the end" });
  await expect(request.effect()).toContainText("3 working days");
  await first.focus();
  await page.keyboard.press("A");
  await expect(first).toHaveValue("AFTERNOON");
  await expect(request.effect()).toContainText("2.5 working days");
  await last.selectOption("Morning only");
  await expect(request.effect()).toContainText("2 working days");
  await request.submit().click();
  const leaves = new LeavesPage(page);
  await expect(leaves.heading()).toContainText(/\(afternoon\) – .*\(morning\)/);
  await expect(page.getByRole("region", { name: "Day by day" })).toContainText("0.5 days");
  await leaves.edit().click();
  await expect(first).toHaveValue("AFTERNOON");
  await request.to().fill(monday(4));
  await expect(page.getByRole("combobox", { name: "How much of the day" })).toHaveValue("FULL_DAY");
});

test("half a day is offered where the policy allows it, and a leave is cancelled", async ({
  page,
  signIn,
  workspace,
}) => {
  await createLeaveType(workspace, "Vacation", { shortestDuration: "HALF_DAY", approvalRequired: false });
  const monday = comingMonday();
  await signIn(workspace.admin);
  const request = new RequestPage(page);
  await request.open(`?from=${monday(0)}`);
  await page.getByRole("combobox", { name: "How much of the day" }).selectOption("Afternoon only");
  await expect(request.effect()).toContainText("0.5 working days");
  await expect(request.effect()).toContainText("Approved right away");
  await request.submit().click();
  const leaves = new LeavesPage(page);
  await expect(leaves.heading()).toContainText(", afternoon");
  await leaves.cancel().click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel leave" }).click();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("Leave cancelled");
  await expect(leaves.cancel()).toHaveCount(0);
  await leaves.open("?state=CANCELLED");
  await expect(leaves.row(/Vacation/)).toContainText("0.5 days");
  await leaves.open("?state=DENIED");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(leaves.row(/Vacation/)).toBeVisible();
});
