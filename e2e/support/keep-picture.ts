import { type Page, test } from "@playwright/test";

/** With SCREENSHOTS set, keeps a picture of a state for people to look at. */
export async function keepPicture(page: Page, title: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return;
  const { name } = test.info().project;
  const file = `${name} ${title}`.replace(/[^a-z]+/gi, "-").toLowerCase();
  const overlay = await page.locator('[role="dialog"], [role="alertdialog"], [role="menu"]').count();
  await page.screenshot({
    path: `e2e/screenshots/${file}.png`,
    fullPage: overlay === 0,
    animations: "disabled",
  });
}
