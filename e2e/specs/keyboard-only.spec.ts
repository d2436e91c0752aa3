import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { CommandMenu } from "../pages/command-menu.dialog";
import { LoginPage } from "../pages/login.page";
import { NewKeyPage } from "../pages/new-key.page";
import { SaveKeyDialog } from "../pages/save-key.dialog";
import { Shell } from "../pages/shell.page";

const maxStops = 80;

/** Presses Tab until the target has the focus, as a user without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stop = 0; stop < maxStops; stop++) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`the focus never came to ${target}`);
}

test("a key is created, found, viewed and left without a mouse", async ({ page, loginPage, workspace }) => {
  await loginPage.open();
  await tabTo(page, page.getByRole("textbox", { name: "Email" }));
  await page.keyboard.type(workspace.admin.email);
  await page.keyboard.press("Enter");
  await expect(loginPage.password).toBeFocused();
  await page.keyboard.type(workspace.admin.password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard");
  const shell = new Shell(page);

  await page.reload();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();

  // The reloaded page has to hydrate first.
  await expect(async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("k");
    await expect(shell.title()).toHaveText("API keys", { timeout: 3000 });
  }).toPass();
  await expect(shell.title()).toBeFocused();
  await page.keyboard.press("c");
  await expect(shell.title()).toHaveText("Create API key");
  const form = new NewKeyPage(page);
  await tabTo(page, form.name());
  await page.keyboard.type("By hand");
  await tabTo(page, page.getByRole("checkbox", { name: "Read departments" }));
  await page.keyboard.press("Space");
  await tabTo(page, form.submit());
  await page.keyboard.press("Enter");

  const saving = new SaveKeyDialog(page);
  await expect(saving.dialog()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(saving.dialog()).toBeVisible();
  await tabTo(page, page.getByRole("checkbox", { name: "I have stored this key" }));
  await page.keyboard.press("Space");
  await tabTo(page, page.getByRole("button", { name: "Done" }));
  await page.keyboard.press("Enter");
  await expect(shell.title()).toHaveText("By hand");
  await expect(shell.title()).toBeFocused();

  const menu = new CommandMenu(page);
  await page.keyboard.press("Control+k");
  await expect(menu.field()).toBeFocused();
  await page.keyboard.type("sign out");
  await page.keyboard.press("Enter");
  await expect(new LoginPage(page).heading).toBeVisible();
});
