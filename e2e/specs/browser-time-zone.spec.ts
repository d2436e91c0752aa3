import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { signIn } from "../support/sign-in";

/** Counts the requests for the page's data, which a refresh repeats. */
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

test.describe("a browser without a stored zone", () => {
  test.describe("in the default zone of pages", () => {
    test.use({ timezoneId: "UTC" });
    test("loads its first page once", async ({ page, workspace }) => {
      await signIn(page, workspace.admin);
      expect(await pageWritings(page)).toBe(0);
    });
  });

  test("refreshes its first page, in its own zone", async ({ page, workspace }) => {
    await signIn(page, workspace.admin);
    expect(await pageWritings(page)).toBe(1);
  });
});
