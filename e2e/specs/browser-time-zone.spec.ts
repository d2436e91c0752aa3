import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { signIn } from "../support/sign-in";

/** Of the page's data, which come again when it is written anew. */
async function pageWritings(page: Page): Promise<number> {
  let count = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).searchParams.has("_rsc")) count += 1;
  });
  await page.goto("/dashboard");
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain("timeaway-time-zone=");
  await page.waitForLoadState("networkidle");
  return count;
}

test.describe("a browser of which nothing is kept", () => {
  test.describe("in the zone in which pages are written by themselves", () => {
    test.use({ timezoneId: "UTC" });
    test("reads its first page once", async ({ page, workspace }) => {
      await signIn(page, workspace.admin);
      expect(await pageWritings(page)).toBe(0);
    });
  });

  test("reads its first page in its own zone, written anew", async ({ page, workspace }) => {
    await signIn(page, workspace.admin);
    expect(await pageWritings(page)).toBe(1);
  });
});
