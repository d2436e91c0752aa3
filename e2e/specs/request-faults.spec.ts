import { expect, test } from "../fixtures";
import { RequestPage } from "../pages/request.page";
import { callApi } from "../support/api";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { createKey, createPerson } from "../support/operator";
import { writtenDate } from "../support/written-date";

const monday = comingMonday();
type Leave = { id: string; reason: string | null; startDate: string };

test("a network failure keeps the input, and resending books once", async ({ page, signIn, workspace }) => {
  await createLeaveType(workspace, "Vacation");
  const person = await createPerson(workspace, "USER");
  const { plain } = await createKey(person, "Own");
  await signIn(person);
  const request = new RequestPage(page);
  await request.open(`?from=${monday(0)}&to=${monday(1)}`);
  await request.reason().fill("Hiking");
  await expect(request.effect()).toContainText("2 working days");
  let sent = 0;
  await page.route("**/api/trpc/leaves.request?*", async (route) => {
    sent++;
    // The first one never arrives; the second one does, but its answer is lost.
    if (sent === 2) await route.fetch();
    if (sent < 3) return route.abort();
    return route.continue();
  });
  for (const attempt of [1, 2]) {
    await request.submit().click();
    await expect.poll(() => sent).toBe(attempt);
    await expect(page.getByRole("alert").filter({ hasText: "reach Timeaway" })).toBeVisible();
    await expect(request.reason()).toHaveValue("Hiking");
  }
  // The preview knows the leave now. Its message moves the button, and could come between press and release.
  await expect(request.from()).toHaveAccessibleDescription(/already have leave/);
  await request.submit().click();
  await expect(page.getByRole("region", { name: "What happens next" })).toBeVisible();
  const all = await callApi<Leave[]>(plain, "GET", "/v2/leaves?status=OPEN,APPROVED");
  expect(all.map(({ startDate, reason }) => [startDate, reason])).toEqual([[monday(0), "Hiking"]]);
});

test("each fault is reported at its field, including changes while the form is open", async ({
  page,
  signIn,
  workspace,
}) => {
  const { id, key } = await createLeaveType(workspace, "Vacation", { shortestDuration: "HALF_DAY" });
  const person = await createPerson(workspace, "USER");
  const [bo] = (await callApi<{ id: string; name: string }[]>(key, "GET", "/v2/users")).filter(
    ({ name }) => name === person.name,
  );
  await callApi(key, "PATCH", `/v2/users/${bo?.id}`, { endDate: monday(10) });
  await signIn(person);
  const request = new RequestPage(page);
  await request.open(`?from=${monday(8)}&to=${monday(14)}`);
  await expect(request.to()).toHaveAccessibleDescription(/last day of employment/);
  await request.from().fill(monday(5));
  await request.to().fill(monday(6));
  await expect(request.to()).toHaveAccessibleDescription(/no working days/);
  await request.from().fill(monday(0));
  await request.to().fill(monday(0));
  const part = page.getByRole("combobox", { name: "How much of the day" });
  await part.selectOption("Morning only");
  await expect(request.effect()).toContainText("0.5 working days");

  const [place] = await callApi<{ id: string }[]>(key, "GET", "/v2/locations");
  const policy = { locationId: place?.id, yearlyQuota: 25, shortestDuration: "FULL_DAY" };
  await callApi(key, "PATCH", `/v2/leave-types/${id}`, { policies: [policy] });
  await request.reason().fill("Hiking");
  await request.submit().click();
  await expect(page.getByText("This leave type can only be taken in full days.").first()).toBeVisible();
  await expect(request.reason()).toHaveValue("Hiking");
  await expect(part).toHaveAccessibleDescription("This leave type can only be taken in full days.");
  await part.selectOption("Whole day");

  await callApi(key, "PATCH", `/v2/leave-types/${id}`, { isActive: false });
  await request.submit().click();
  await expect(request.type()).toBeFocused();
  await expect(request.type()).toHaveAccessibleDescription("This leave type isn't active.");
  await expect(request.type().getByRole("option", { selected: true })).toHaveText(
    "Vacation (no longer available)",
  );
  await expect(request.from()).toHaveValue(writtenDate(monday(0)));
  await expect(request.reason()).toHaveValue("Hiking");
});

test("an employee without a leave type reads who to ask; managers book for others", async ({
  page,
  signIn,
  workspace,
}) => {
  const person = await createPerson(workspace, "USER");
  await signIn(person);
  const request = new RequestPage(page);
  await request.open();
  await expect(page.getByText(new RegExp(`Ask ${workspace.admin.name}`))).toBeVisible();

  const { key } = await createLeaveType(workspace, "Vacation");
  await page.context().clearCookies();
  await signIn(workspace.admin);
  await request.open(`?from=${monday(0)}&to=${monday(1)}`);
  await request.owner().click();
  await page.getByRole("dialog", { name: "Choose a person" }).getByRole("combobox").fill("bo");
  await page.getByRole("option", { name: person.name }).click();
  await expect(request.effect()).toContainText("Approved right away");
  await page.getByRole("button", { name: "Book leave" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(person.name);
  await expect(page.getByRole("region", { name: "History" })).toContainText("You added it");
  const [leave] = await callApi<{ status: string; userId: string }[]>(
    key,
    "GET",
    "/v2/leaves?status=OPEN,APPROVED",
  );
  const people = await callApi<{ id: string; name: string }[]>(key, "GET", "/v2/users");
  expect(leave).toMatchObject({
    status: "APPROVED",
    userId: people.find(({ name }) => name === person.name)?.id,
  });
});
