import { expect, test } from "../fixtures";
import { KeysPage } from "../pages/keys.page";
import { LogsPage } from "../pages/logs.page";
import { callApi } from "../support/api";
import { keepPicture } from "../support/keep-picture";
import { createLeaveType } from "../support/leave-api";
import { addManyKeys, addManyRequests } from "../support/many-rows";

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

test("without JavaScript the form to ask for leave says why it does nothing, and one leave is read as ever", async ({
  page,
  signIn,
  workspace,
}) => {
  const { key, id: leaveTypeId } = await createLeaveType(workspace, "Vacation");
  const days = { startDate: "2027-03-08", endDate: "2027-03-10" };
  const { id } = await callApi<{ id: string }>(key, "POST", "/v2/leaves", { leaveTypeId, ...days });
  await signIn(workspace.admin);
  await page.goto("/dashboard/request");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Request leave");
  await expect(page.getByRole("note", { name: "JavaScript is off" })).toBeVisible();
  await page.goto(`/dashboard/leaves/${id}`);
  await expect(page.getByRole("region", { name: "Day by day" }).getByRole("definition")).toHaveText([
    "1 day",
    "1 day",
    "1 day",
  ]);
  await expect(page.getByRole("region", { name: "History" })).toContainText("You requested it");
});
