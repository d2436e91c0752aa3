import { expect, test } from "../fixtures";
import { RequestPage } from "../pages/request.page";
import { Shell } from "../pages/shell.page";
import { callApi } from "../support/api";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { createKey, createPerson, type Workspace } from "../support/operator";

const monday = comingMonday();
const day = 24 * 3600 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10);

/** A user whose colleague is absent today, and whose own leave starts in some days. */
async function fill(workspace: Workspace) {
  const { key, id: leaveTypeId } = await createLeaveType(workspace, "Vacation");
  const person = await createPerson(workspace, "USER");
  const people = await callApi<{ id: string; name: string }[]>(key, "GET", "/v2/users");
  const idOf = (name: string) => people.find((one) => one.name === name)?.id;
  const add = (userId: string | undefined, startDate: string, endDate: string) =>
    callApi<{ id: string }>(key, "POST", "/v2/leaves", { userId, leaveTypeId, startDate, endDate });
  const { id } = await add(idOf(workspace.admin.name), inDays(0), inDays(7));
  await callApi(key, "POST", `/v2/leaves/${id}/approve`);
  await add(idOf(person.name), inDays(12), inDays(19));
  return person;
}

test("a user who signs in sees their own leave, their remaining days, and the absences", async ({
  page,
  signIn,
  workspace,
}) => {
  const person = await fill(workspace);
  await signIn(person);
  await page.goto("/dashboard");
  await expect(new Shell(page).title()).toHaveText("Today");
  await expect(page).toHaveTitle("Today – Timeaway");
  await expect(page.getByRole("region", { name: "Away today" })).toContainText(workspace.admin.name);
  await expect(page.getByRole("region", { name: "Your leave" }).getByRole("listitem")).toHaveCount(1);
  const balance = page.getByRole("article", { name: "Vacation" });
  await expect(balance).toContainText(/\d+ days left/);
  await expect(balance).toContainText("Booked");

  await page.getByRole("region", { name: "Your leave" }).getByRole("listitem").getByRole("link").click();
  await expect(page.getByRole("region", { name: "Details" })).toBeVisible();
  await page.goto("/dashboard");
  await expect(async () => {
    await page.keyboard.press("c");
    await expect(new RequestPage(page).sheet()).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(page.locator("#content h1")).toHaveText("Today");
});

test("the week names who is away on each day, and a day leads to its week of the calendar @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  const person = await fill(workspace);
  await signIn(person);
  await page.goto("/dashboard");
  const week = page.getByRole("region", { name: "Who’s away" });
  await expect(week.getByRole("listitem")).toHaveCount(6);
  const first = week.getByRole("link").first();
  await expect(first).toHaveAccessibleName(new RegExp(`: ${workspace.admin.name} is away$`));
  await first.click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/wallchart\\?view=week&on=${inDays(0)}`));
});

test("a tap reports a sick day once, however often it is pressed, and Undo takes it back", async ({
  page,
  signIn,
  workspace,
}) => {
  const policy = { unlimited: true, approvalRequired: false };
  const { key, id } = await createLeaveType(workspace, "Sick leave", policy);
  await callApi(key, "PATCH", `/v2/leave-types/${id}`, { interrupts: true });
  const [location] = await callApi<{ id: string }[]>(key, "GET", "/v2/locations");
  // The test may run on any day.
  await callApi(key, "PATCH", `/v2/locations/${location?.id}`, { workWeek: [0, 1, 2, 3, 4, 5, 6] });
  await signIn(await createPerson(workspace, "USER"));
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "I’m sick today" }).dblclick();
  const own = page.getByRole("region", { name: "Your leave" });
  await expect(own.getByRole("listitem")).toHaveCount(1);
  await expect(own).toContainText("Sick leave");
  await expect(page.getByRole("button", { name: "I’m sick today" })).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  const statuses = async () =>
    (await callApi<{ status: string }[]>(key, "GET", "/v2/leaves?status=APPROVED,CANCELLED")).map(
      ({ status }) => status,
    );
  expect(await statuses()).toEqual(["APPROVED"]);
  await page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "I’m sick today" })).toBeVisible();
  expect(await statuses()).toEqual(["CANCELLED"]);
  // Asked for again, it is another leave.
  const news = page.getByRole("region", { name: "Notifications" });
  await expect(news).toContainText("Sick leave cancelled");
  await page.getByRole("button", { name: "I’m sick today" }).click();
  await expect(own.getByRole("listitem")).toHaveCount(1);
  expect((await statuses()).sort()).toEqual(["APPROVED", "CANCELLED"]);
  await news.getByRole("link", { name: "Set how long" }).click();
  await page.waitForURL("**/dashboard/leaves/leave-*/edit");
  await expect(news.getByRole("button", { name: "Undo" })).toHaveCount(0);
});

test("Undo of a sick day whose cancellation needs consent says that it is asked for", async ({
  page,
  signIn,
  workspace,
}) => {
  const policy = { unlimited: true, approvalRequired: false, changesNeedConsent: true };
  const { key, id } = await createLeaveType(workspace, "Sick leave", policy);
  await callApi(key, "PATCH", `/v2/leave-types/${id}`, { interrupts: true });
  const [location] = await callApi<{ id: string }[]>(key, "GET", "/v2/locations");
  await callApi(key, "PATCH", `/v2/locations/${location?.id}`, { workWeek: [0, 1, 2, 3, 4, 5, 6] });
  await signIn(await createPerson(workspace, "USER"));
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "I’m sick today" }).click();
  const news = page.getByRole("region", { name: "Notifications" });
  await news.getByRole("button", { name: "Undo" }).click();
  await expect(news).toContainText("Asked to cancel sick leave");
  await expect(page.getByRole("region", { name: "Your leave" }).getByRole("listitem")).toHaveCount(1);
});

test("a page names every script that it hydrates with: none is requested only then", async ({
  page,
  signIn,
  workspace,
}) => {
  await signIn(await fill(workspace));
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") asked.push(new URL(request.url()).pathname);
  });
  for (const address of ["/dashboard", "/dashboard/leaves"]) {
    const answer = await page.goto(address, { waitUntil: "networkidle" });
    const named = (await answer?.text()) ?? "";
    // Elsewhere in its data a page names scripts without requesting them.
    expect(asked.filter((script) => !named.includes(`="${script}"`))).toEqual([]);
    expect(asked.splice(0).length).toBeGreaterThan(0);
  }
});

test("an approver sees pending requests, approves, and denies with a reason", async ({
  page,
  signIn,
  workspace,
}) => {
  const { id: leaveTypeId } = await createLeaveType(workspace, "Vacation");
  const { plain } = await createKey(await createPerson(workspace, "USER"), "Own");
  const ask = (date: string) =>
    callApi<{ id: string }>(plain, "POST", "/v2/leaves", { leaveTypeId, startDate: date, endDate: date });
  const [first, second] = [await ask(monday(0)), await ask(monday(1))];
  await signIn(workspace.admin);
  await page.goto("/dashboard");
  const waiting = page.getByRole("region", { name: /^Waiting for you/ });
  await expect(waiting.getByRole("listitem")).toHaveCount(2);
  await waiting.getByRole("button", { name: "Approve leave for Bo Lind" }).first().click();
  const held = waiting.getByRole("listitem").first();
  await expect(held).toContainText("Approving…");
  await expect(held.getByRole("button", { name: "Undo" })).toBeVisible();
  await expect(page.getByRole("region", { name: /^Waiting for you \(1\)/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText(
    "Leave for Bo Lind approved",
  );

  await waiting.getByRole("button", { name: "Deny leave for Bo Lind" }).click();
  await page.getByRole("textbox", { name: "Reason" }).fill("The team is at a fair");
  await page.getByRole("button", { name: "Deny leave", exact: true }).click();
  await expect(waiting).toContainText("Denying…");
  await expect(new Shell(page).title()).toBeFocused();
  const stateOf = (id: string) =>
    callApi<{ status: string; statusReason: string | null }>(plain, "GET", `/v2/leaves/${id}`);
  // Undone or sent: the time to undo ends with the toast.
  await page.getByRole("button", { name: "Dismiss notification" }).first().click();
  await expect(waiting).toBeHidden();
  const statuses = async () => [(await stateOf(first.id)).status, (await stateOf(second.id)).status].sort();
  await expect.poll(statuses).toEqual(["APPROVED", "DENIED"]);
  const [one, other] = [await stateOf(first.id), await stateOf(second.id)];
  expect([one, other].find(({ status }) => status === "DENIED")?.statusReason).toBe("The team is at a fair");
});

test("administrators set what people see of each other, and it applies at once", async ({
  page,
  signIn,
  workspace,
}) => {
  await fill(workspace);
  await signIn(workspace.admin);
  await page.goto("/dashboard/settings/leave");
  const choice = page.getByRole("radiogroup", { name: "People see" });
  await expect(choice.getByRole("radio", { name: "Their department" })).toBeChecked();
  await choice.getByRole("radio", { name: "Only their own leave" }).check();
  await page.getByRole("button", { name: "Save leave settings" }).click();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("Leave settings saved");
  await page.reload();
  await expect(choice.getByRole("radio", { name: "Only their own leave" })).toBeChecked();
});

test("the most used pages are within reach of the thumb @phone", async ({
  page,
  signIn,
  workspace,
  isMobile,
}) => {
  test.skip(!isMobile, "Wide screens show it in the header.");
  await signIn(workspace.admin);
  await page.goto("/dashboard/open-api");
  const bar = page.getByRole("navigation", { name: "Main" });
  await bar.getByRole("link", { name: "Today" }).click();
  await expect(new Shell(page).title()).toHaveText("Today");
  await expect(bar.locator("[aria-current=page]")).toHaveText("Today");
  await bar.getByRole("link", { name: "Request" }).click();
  const { sheet } = new RequestPage(page);
  await expect(sheet()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet()).toBeHidden();
  await bar.getByRole("button", { name: "More" }).click();
  await page.getByRole("dialog", { name: "Navigation" }).getByRole("link", { name: "Open API" }).click();
  await expect(new Shell(page).title()).toHaveText("Open API add-on");
});
