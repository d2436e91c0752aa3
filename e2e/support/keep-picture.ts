import path from "node:path";
import { type Page, test } from "@playwright/test";

/** With SCREENSHOTS set, keeps a screenshot of a state for review. */
export async function keepPicture(page: Page, title: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return;
  const { file: spec, project } = test.info();
  // Two specs may use the same name for a state.
  const file = `${path.basename(spec, ".spec.ts")} ${project.name} ${title}`
    .replace(/[^a-z0-9]+/gi, "-")
    .toLowerCase();
  const overlay = await page.locator('[role="dialog"], [role="alertdialog"], [role="menu"]').count();
  // Sticky elements would be in the middle of a scrolled page's screenshot.
  if (overlay === 0) await page.evaluate(() => window.scrollTo(0, 0));
  await page.screenshot({
    path: `e2e/screenshots/${file}.png`,
    fullPage: overlay === 0,
    animations: "disabled",
  });
}
