import { expect, type Page } from "@playwright/test";

/** Waits until a page of the dashboard handles keys: a key pressed while its scripts still load is lost. Leaves nothing open. */
export async function wakeUp(page: Page): Promise<void> {
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(list).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
}
