import { expect, test } from "../fixtures";
import { CommandMenu } from "../pages/command-menu.dialog";
import { LogsPage } from "../pages/logs.page";
import { SettingsPage } from "../pages/settings.page";
import { Shell } from "../pages/shell.page";
import { expectAccessible } from "../support/expect-accessible";
import { keepPicture } from "../support/keep-picture";
import { createKey } from "../support/operator";
import { writeRightToLeft } from "../support/right-to-left";

const openApi = "/dashboard/open-api";

test("no page written from right to left has an accessibility fault or scrolls sideways @phone", async ({
  page,
  request,
  signIn,
  workspace,
}) => {
  test.slow();
  const key = await createKey(workspace.admin, "Payroll sync");
  await request.get("/v2/leaves?limit=x", { headers: { authorization: `Bearer ${key.plain}` } });
  await signIn(workspace.admin);
  await writeRightToLeft(page);
  const menu = new CommandMenu(page);
  const states = [
    { title: "overview", reach: () => page.goto(openApi) },
    { title: "keys", reach: () => page.goto(`${openApi}/keys`) },
    { title: "new key", reach: () => page.goto(`${openApi}/keys/new`) },
    { title: "webhooks", reach: () => page.goto(`${openApi}/webhooks`) },
    { title: "logs", reach: () => new LogsPage(page).open() },
    { title: "errors", reach: () => page.goto(`${openApi}/errors`) },
    { title: "usage", reach: () => page.goto(`${openApi}/usage`) },
    { title: "settings", reach: () => new SettingsPage(page).open() },
    {
      title: "command menu",
      reach: async () => {
        await page.goto(openApi);
        await menu.button().click();
        await expect(menu.option("Payroll sync")).toBeVisible();
      },
    },
    {
      title: "account menu",
      reach: async () => {
        await page.goto(openApi);
        await page.getByRole("button", { name: "Account menu" }).click();
      },
    },
  ];
  for (const { title, reach } of states) {
    await test.step(title, async () => {
      await reach();
      await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
      await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
      await keepPicture(page, `right to left ${title}`);
      await expectAccessible(page);
    });
  }
});

test("the start of a line is on the right", async ({ page, signIn, workspace }) => {
  await signIn(workspace.admin);
  await writeRightToLeft(page);
  await page.goto(`${openApi}/keys`);
  const left = async (name: "Open API" | "Main") =>
    (await page.getByRole("navigation", { name, exact: true }).boundingBox())?.x ?? 0;
  const title = await new Shell(page).title().boundingBox();
  expect(await left("Open API")).toBeGreaterThan(title?.x ?? 0);
  const account = await page.getByRole("button", { name: "Account menu" }).boundingBox();
  expect(account?.x ?? 0).toBeLessThan(await left("Main"));
});
