import path from "node:path";
import { type Page, test } from "@playwright/test";

/** With SCREENSHOTS set, keeps a picture of a state for people to look at. */
export async function keepPicture(page: Page, title: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return;
  const { file: spec, project } = test.info();
  // Two specs may call a state the same.
  const file = `${path.basename(spec, ".spec.ts")} ${project.name} ${title}`
    .replace(/[^a-z0-9]+/gi, "-")
    .toLowerCase();
  const overlay = await page.locator('[role="dialog"], [role="alertdialog"], [role="menu"]').count();
  // What sticks to the top would stand in the middle of a page that is scrolled.
  if (overlay === 0) await page.evaluate(() => window.scrollTo(0, 0));
  await page.screenshot({
    path: `e2e/screenshots/${file}.png`,
    fullPage: overlay === 0,
    animations: "disabled",
  });
}
