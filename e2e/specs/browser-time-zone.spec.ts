import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { signIn } from "../support/sign-in";

/** Opens the first page. @returns how many requests for its data, which a refresh repeats, there have been */
async function openFirst(page: Page): Promise<() => number> {
  let count = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).searchParams.has("_rsc")) count += 1;
  });
  await page.goto("/dashboard");
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain("timeaway-time-zone=");
  return () => count;
}

test.describe("a browser without a stored zone", () => {
  test.describe("in the default zone of pages", () => {
    test.use({ timezoneId: "UTC" });
    test("loads its first page once", async ({ page, workspace }) => {
      await signIn(page, workspace.admin);
      const requests = await openFirst(page);
      await page.waitForLoadState("networkidle");
      expect(requests()).toBe(0);
    });
  });

  test("refreshes its first page, in its own zone", async ({ page, workspace }) => {
    await signIn(page, workspace.admin);
    const requests = await openFirst(page);
    // The browser refreshes when it is idle, which a busy machine is seconds later.
    await expect.poll(requests).toBe(1);
    await page.waitForLoadState("networkidle");
    expect(requests()).toBe(1);
  });
});
