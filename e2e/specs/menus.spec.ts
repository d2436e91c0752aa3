import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";

const button = (page: Page) => page.getByRole("button", { name: "Account menu" });
const menu = (page: Page) => page.getByRole("menu");

test.beforeEach(async ({ page, signIn, workspace }) => {
  await signIn(workspace.admin);
  await page.goto("/dashboard/open-api/legacy", { waitUntil: "networkidle" });
});

for (const { key, item } of [
  { key: "Enter", item: "Settings" },
  { key: "Space", item: "Settings" },
  { key: "ArrowDown", item: "Settings" },
  { key: "ArrowUp", item: "Sign out" },
])
  test(`${key} opens a menu on "${item}", and Escape closes it`, async ({ page }) => {
    await expect(button(page)).toHaveAttribute("aria-haspopup", "menu");
    await expect(button(page)).toHaveAttribute("aria-expanded", "false");
    await button(page).focus();
    await page.keyboard.press(key);
    await expect(page.getByRole("menuitem", { name: item })).toBeFocused();
    await expect(button(page)).toHaveAttribute("aria-expanded", "true");
    await page.keyboard.press("Escape");
    await expect(menu(page)).toBeHidden();
    await expect(button(page)).toBeFocused();
  });

test("a press opens a menu, and another one closes it", async ({ page }) => {
  await button(page).click();
  await expect(menu(page)).toBeVisible();
  await button(page).click();
  await expect(menu(page)).toBeHidden();
  await button(page).click();
  await expect(menu(page)).toBeVisible();
});
