import { expect, test } from "../fixtures";
import { KeysPage } from "../pages/keys.page";
import { LogsPage } from "../pages/logs.page";
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

test("without JavaScript the form to ask for leave says why it does nothing", async ({
  page,
  signIn,
  workspace,
}) => {
  await createLeaveType(workspace, "Vacation");
  await signIn(workspace.admin);
  await page.goto("/dashboard/request");
  await expect(page.getByRole("note", { name: "JavaScript is off" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Type" })).toBeVisible();
});

test("without JavaScript the everyday pages stand once, below the header @phone", async ({
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
    ["/dashboard/wallchart", "Wallchart"],
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
