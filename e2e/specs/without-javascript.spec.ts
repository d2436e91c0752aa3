import { expect, test } from "../fixtures";
import { KeysPage } from "../pages/keys.page";
import { LogsPage } from "../pages/logs.page";
import { RequestPage } from "../pages/request.page";
import { callApi } from "../support/api";
import { keepPicture } from "../support/keep-picture";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { addManyKeys, addManyRequests } from "../support/many-rows";
import { createPerson } from "../support/operator";

test.use({ javaScriptEnabled: false });

test("without JavaScript the pages behind skeletons show their rows, in their place @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  await addManyKeys(workspace, 3);
  await addManyRequests(workspace, 3);
  await signIn(workspace.admin);
  const keys = new KeysPage(page);
  await keys.open();
  await expect(keys.key("Key 0001")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expect(page.getByText("Loading API keys")).toBeHidden();
  await expect(page.getByRole("note", { name: "JavaScript is off" })).toBeVisible();
  await keepPicture(page, "keys, without JavaScript");
  const heading = await page.getByRole("heading", { level: 1 }).boundingBox();
  const navigation = await page.getByRole("navigation", { name: "Open API" }).boundingBox();
  if (!heading || !navigation) throw new Error("not shown");
  const isBeside = heading.x > navigation.x + navigation.width;
  const isBelow = heading.y > navigation.y + navigation.height;
  expect(isBeside || isBelow).toBe(true);
  await keys.key("Key 0001").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Key 0001");
  const logs = new LogsPage(page);
  await logs.open();
  await expect(logs.rows()).toHaveCount(3);
  await expect(logs.rows().first().getByRole("link")).toBeVisible();
});

test("without JavaScript leave is requested: faults at their fields, the effects, then it is sent @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  await createLeaveType(workspace, "Vacation");
  const person = await createPerson(workspace, "USER");
  await signIn(person);
  const request = new RequestPage(page);
  await request.open();
  await request.from().fill("31.2.");
  await request.submit().click();
  await expect(request.from()).toHaveAccessibleDescription(/can't read that as a date/);
  await expect(request.from()).toHaveValue("31.2.");
  const monday = comingMonday();
  await request.from().fill(monday(7));
  await request.to().fill(monday(8));
  await request.reason().fill("Hiking");
  await request.submit().click();
  await expect(request.effect()).toContainText("2 working days");
  await expect(page.getByRole("note").filter({ hasText: "then send it" })).toBeVisible();
  await expect(request.reason()).toHaveValue("Hiking");
  const [header, field] = [
    await page.getByRole("heading", { level: 1 }).boundingBox(),
    await request.from().boundingBox(),
  ];
  const card = await page.locator("form").filter({ has: request.from() }).locator("..").boundingBox();
  expect(header && field && header.y < field.y).toBe(true);
  expect(card && field && card.x < field.x).toBe(true);
  // A request that differs from the shown one is shown first.
  await request.to().fill(monday(9));
  await request.submit().click();
  await expect(request.effect()).toContainText("3 working days");
  await keepPicture(page, "request, without JavaScript");
  await request.submit().click();
  await expect(page).toHaveURL(/leaves\/leave-/);
  await expect(page.getByText("Hiking")).toBeVisible();
});

test("without JavaScript Today is in order @phone", async ({ page, signIn, workspace }) => {
  const { id: leaveTypeId, key } = await createLeaveType(workspace, "Vacation");
  const day = comingMonday()(0);
  await callApi(key, "POST", "/v2/leaves", { leaveTypeId, startDate: day, endDate: day });
  await signIn(workspace.admin);
  await page.goto("/dashboard");
  const region = (name: string) => page.getByRole("region", { name, exact: true });
  await expect(region("Your leave").getByText("Vacation")).toBeVisible();
  await expect(region("Your balances").getByText("days left")).toBeVisible();
  await expect(region("Away today")).toBeVisible();
  await keepPicture(page, "today, without JavaScript");
});

test("without JavaScript the everyday pages appear once, below the header @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  await createLeaveType(workspace, "Vacation");
  await signIn(workspace.admin);
  const banner = page.getByRole("banner");
  for (const [address, name] of [
    ["/dashboard", "Today"],
    ["/dashboard/leaves", "My leave"],
    ["/dashboard/approvals", "Approvals"],
    ["/dashboard/wallchart", "Calendar"],
    ["/dashboard/request", "Request leave"],
  ] as const) {
    await page.goto(address);
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toHaveText(name);
    const [above, below] = [await banner.boundingBox(), await heading.boundingBox()];
    if (!above || !below) throw new Error("not shown");
    expect(below.y, address).toBeGreaterThanOrEqual(above.y + above.height);
    await keepPicture(page, `${name}, without JavaScript`);
  }
});
