import { expect, test } from "../fixtures";
import { LogsPage } from "../pages/logs.page";
import { callerOf } from "../support/api";
import { expectAccessible } from "../support/expect-accessible";
import { createKey } from "../support/operator";

test("a refused scope leads to a form that creates a key with it", async ({
  page,
  request,
  signIn,
  workspace,
}) => {
  const key = await createKey(workspace.admin, "Reader", "labels:read");
  await callerOf(request, key.plain)("/v2/leaves", "POST", {});
  await signIn(workspace.admin);
  const logs = new LogsPage(page);
  await logs.openWith(1);
  await logs.rows().first().getByText("/v2/").click();
  await expect(logs.details()).toContainText("Required scopes: leaves:write");
  await expectAccessible(page);
  await logs.details().getByRole("link", { name: "Create a key with leaves:write" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Create API key" })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Change leaves" })).toBeChecked();
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(1);
});

test("a whole row opens its entry; its text can still be selected, and on a phone it leads to the page", async ({
  page,
  request,
  signIn,
  workspace,
}) => {
  const call = callerOf(request, (await createKey(workspace.admin, "Payroll sync")).plain);
  await call("/v2/departments");
  await call("/v2/labels");
  await signIn(workspace.admin);
  const logs = new LogsPage(page);
  await logs.openWith(2);
  const path = logs.rows().first().getByText("labels");
  await path.selectText();
  const box = await path.boundingBox();
  if (!box) throw new Error("the path is not shown");
  await page.mouse.move(box.x + 1, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  expect(await page.evaluate(() => String(getSelection()))).toContain("label");
  await expect(logs.details()).toHaveCount(0);

  await page.evaluate(() => getSelection()?.removeAllRanges());
  await logs.rows().first().getByRole("cell").last().click();
  await expect(logs.details()).toContainText("/v2/labels");
  await page.setViewportSize({ width: 390, height: 844 });
  await logs.closeDetails().click();
  await logs.rows().nth(1).getByText("departments").click();
  await expect(page.getByRole("heading", { level: 1, name: "Request" })).toBeVisible();
});

for (const width of [1024, 1280, 1920])
  test(`the panel has the window's height, covers nothing, and live rows continue beside it: ${width} px`, async ({
    page,
    request,
    signIn,
    workspace,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const call = callerOf(request, (await createKey(workspace.admin, "Payroll sync")).plain);
    await call("/v2/departments");
    await signIn(workspace.admin);
    const logs = new LogsPage(page);
    await logs.openWith(1);
    await logs.rows().first().click();
    await expect(logs.details()).toContainText("/v2/departments");
    const panel = await logs.details().boundingBox();
    const header = await page.getByRole("banner").boundingBox();
    expect(panel?.y).toBeCloseTo(header?.height ?? 0, 0);
    expect((panel?.y ?? 0) + (panel?.height ?? 0)).toBeCloseTo(800, 0);
    const chart = await logs.histogram().boundingBox();
    expect((chart?.x ?? 0) + (chart?.width ?? 0)).toBeLessThanOrEqual(panel?.x ?? 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );

    await logs.live().check();
    await call("/v2/locations");
    await logs.showNew().click();
    await expect(logs.rows().first()).toContainText("/v2/locations");
    await expect(logs.details()).toContainText("/v2/departments");
    await logs.rows().first().click();
    await expect(logs.details()).toContainText("/v2/locations");
    await call("/v2/labels");
    await logs.showNew().click();
    await expect(logs.rows().first()).toContainText("/v2/labels");
    await expect(logs.details()).toContainText("/v2/locations");
  });
