import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { KeysPage } from "../pages/keys.page";
import { SettingsPage } from "../pages/settings.page";
import { Shell } from "../pages/shell.page";
import { expectAccessible } from "../support/expect-accessible";
import { holdPage } from "../support/held-page";
import { createKey } from "../support/operator";
import { wakeUp } from "../support/wake-up";

const openApi = "/dashboard/open-api";
const keys = `${openApi}/keys`;

test("single keys lead from page to page", async ({ page, signIn, workspace }) => {
  await signIn(workspace.admin);
  const title = new Shell(page).title();
  await page.goto(openApi);
  await wakeUp(page);
  for (const [key, name] of [
    ["w", "Webhooks"],
    ["l", "Logs"],
    ["u", "Usage"],
    ["a", "Connected apps"],
    ["k", "API keys"],
  ] as const) {
    await page.keyboard.press("g");
    await page.keyboard.press(key);
    await expect(title).toHaveText(name);
    await expect(title).toBeFocused();
  }
  await createKey(workspace.admin, "Payroll sync");
  await page.reload();
  const filter = page.getByRole("searchbox", { name: "Filter keys" });
  await wakeUp(page);
  await page.keyboard.press("/");
  await expect(filter).toBeFocused();
  await page.keyboard.type("gk");
  await expect(filter).toHaveValue("gk");
  await page.keyboard.press("Escape");
  await title.focus();
  await page.keyboard.press("c");
  await expect(title).toHaveText("Create API key");
});

test.describe("c is queued for the list that g k leads to", () => {
  /** On another list, whose own form is not meant. */
  test.beforeEach(async ({ page, signIn, workspace }) => {
    await createKey(workspace.admin, "Payroll sync");
    await signIn(workspace.admin);
    await page.clock.install();
    await page.goto(`${openApi}/webhooks`);
    await wakeUp(page);
  });

  const pointAtKeys = (page: Page) => page.getByRole("link", { name: "API keys", exact: true }).hover();

  /** From here on the page's clock stands still, so that a busy machine uses up none of the two seconds that a key waits. */
  async function pressGoToKeys(page: Page): Promise<void> {
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await page.keyboard.press("g");
    await page.keyboard.press("k");
    // For this long nothing of the pending page is shown.
    await page.clock.runFor(200);
  }

  test("while it is loading", async ({ page }) => {
    const held = await holdPage(page, keys, ["page"]);
    await Promise.all([held.arrived("loading"), pointAtKeys(page)]);
    await pressGoToKeys(page);
    await expect(new Shell(page).title()).toHaveText("API keys");
    await page.keyboard.press("c");
    held.release("page");
    await expectForm(page);
  });

  test("while it is still being prefetched, and nothing of it is there", async ({ page }) => {
    const held = await holdPage(page, keys, ["loading", "page"]);
    await Promise.all([held.asked("loading"), pointAtKeys(page)]);
    await Promise.all([held.asked("page"), pressGoToKeys(page)]);
    held.release("loading");
    await expect(new Shell(page).title()).toHaveText("API keys");
    await expect(page.locator("main .bg-track").first()).toBeVisible();
    await page.keyboard.press("c");
    held.release("page");
    await expectForm(page);
  });

  test("while nothing of it is known yet", async ({ page }) => {
    const held = await holdPage(page, keys, ["route", "loading", "page"]);
    await pressGoToKeys(page);
    await expect(new Shell(page).skeleton()).toBeVisible();
    await page.keyboard.press("c");
    for (const part of ["route", "loading", "page"] as const) held.release(part);
    await expectForm(page);
  });
});

async function expectForm(page: Page): Promise<void> {
  const title = new Shell(page).title();
  // A tenth of a second of the page's time per attempt: React shows arrived content a moment later.
  await expect(async () => {
    await page.clock.runFor(100);
    await expect(title).toHaveText("Create API key", { timeout: 400 });
  }).toPass();
  await page.clock.resume();
  await expect(title).toBeFocused();
}

test("keys move through rows and open them", async ({ page, signIn, workspace }) => {
  await createKey(workspace.admin, "First");
  await createKey(workspace.admin, "Second");
  await signIn(workspace.admin);
  await new KeysPage(page).open();
  const links = page.getByRole("table", { name: "API keys" }).getByRole("rowheader").getByRole("link");
  await expect(links).toHaveCount(2);
  const [top, below] = [links.nth(0), links.nth(1)];
  await wakeUp(page);
  await page.keyboard.press("j");
  await expect(top).toBeFocused();
  await page.keyboard.press("j");
  await expect(below).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(top).toBeFocused();
  const name = await top.innerText();
  await page.keyboard.press("Enter");
  await expect(new Shell(page).title()).toHaveText(name);
});

test("? shows the list, and the switch in the settings turns single keys off for good", async ({
  page,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  const settings = new SettingsPage(page);
  await settings.open();
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(list).toBeVisible({ timeout: 500 });
  }).toPass();
  await expectAccessible(page);
  await expect(list).toMatchAriaSnapshot(`
    - dialog "Keyboard shortcuts":
      - heading "Keyboard shortcuts" [level=2]
      - button "Close dialog"
      - region "Keyboard shortcuts":
        - heading "Everywhere" [level=3]
        - heading "Lists" [level=3]
        - heading "Approvals" [level=3]
        - heading "Go to" [level=3]
  `);
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();

  await settings.singleKeys().uncheck();
  await expect(new Shell(page).notifications()).toContainText("Single-key shortcuts are off");
  await page.reload();
  await expect(settings.singleKeys()).not.toBeChecked();
  // If this one works, so do the others.
  const menu = page.getByRole("dialog", { name: "Command menu" });
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(menu).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await page.keyboard.press("?");
  await page.keyboard.press("g");
  await page.keyboard.press("k");
  await expect(list).toBeHidden();
  await expect(new Shell(page).title()).toHaveText("Settings");
  await settings.showShortcuts().click();
  await expect(list).toContainText("Single-key shortcuts are turned off");
});
