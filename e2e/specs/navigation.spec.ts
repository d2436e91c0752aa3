import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { Shell } from "../pages/shell.page";
import { expectAccessible } from "../support/expect-accessible";

const latencyMs = 800;

/** Every answer of a page comes this much later: those that fetch ahead, too. */
const slowDown = (page: Page) =>
  page.route(/[?&]_rsc=/, async (route) => {
    await new Promise((done) => setTimeout(done, latencyMs));
    await route.continue();
  });

/** Clicks a link of the navigation and watches, from inside, when a mark and a skeleton are there. */
const followAndWatch = (page: Page, name: string) =>
  page.evaluate(async (wanted) => {
    const link = [...document.querySelectorAll("nav a")].find(({ textContent }) => textContent === wanted);
    const since = performance.now();
    const seen: { mark?: number; skeleton?: number } = {};
    if (link instanceof HTMLElement) link.click();
    while (performance.now() - since < 750) {
      await new Promise(requestAnimationFrame);
      const at = performance.now() - since;
      if (document.querySelector("header [role=progressbar]")) seen.mark ??= at;
      if (document.querySelector("main [role=status][aria-busy=true] .bg-track")) seen.skeleton ??= at;
    }
    return seen;
  }, name);

test.describe("800 ms away", () => {
  test.beforeEach(async ({ page, signIn, workspace }) => {
    await signIn(workspace.admin);
    await page.goto("/dashboard/open-api");
    await expect(new Shell(page).title()).toHaveText("Open API add-on");
    // The page has to be awake: before that a link loads the document.
    await page.keyboard.press("Tab");
    await page.waitForLoadState("networkidle");
    await slowDown(page);
  });

  for (const [name, title] of [
    ["Usage", "Usage"],
    ["API keys", "API keys"],
    ["Settings", "Settings"],
  ] as const)
    test(`a link that is followed shows a mark within 100 ms and a skeleton within 300: ${name}`, async ({
      page,
    }) => {
      const { mark, skeleton } = await followAndWatch(page, name);
      expect(mark).toBeLessThan(100);
      expect(skeleton).toBeLessThan(300);
      await expect(new Shell(page).title()).toHaveText(title);
      await expect(new Shell(page).title()).toBeFocused();
      await expect(new Shell(page).progress()).toHaveCount(0);
    });

  test("while a page is awaited, what is shown passes for accessible, and the page before is out of reach", async ({
    page,
  }) => {
    await page.getByRole("link", { name: "Errors" }).click();
    await expect(new Shell(page).skeleton()).toBeVisible();
    await expect(new Shell(page).progress()).toBeVisible();
    await expectAccessible(page);
    await expect(new Shell(page).title()).toHaveText("Errors");
  });

  test("keys that lead to a page show the same mark", async ({ page }) => {
    await page.keyboard.press("g");
    await page.keyboard.press("u");
    await expect(new Shell(page).progress()).toBeVisible({ timeout: 400 });
    await expect(new Shell(page).title()).toHaveText("Usage");
    await expect(new Shell(page).progress()).toHaveCount(0);
  });
});

/** Answers 404 for every script that the page does not have yet. */
async function takeScriptsAway(page: Page): Promise<{ giveBack: () => Promise<void>; taken: Set<string> }> {
  const taken = new Set<string>();
  const isScript = /\/_next\/static\/chunks\/.*\.js$/;
  await page.route(isScript, async (route) => {
    taken.add(new URL(route.request().url()).pathname);
    await route.fulfill({ status: 404, body: "" });
  });
  return { giveBack: () => page.unroute(isScript), taken };
}

/** Counts the documents that are loaded from now on, and lets the first of them have its scripts when that is wanted. */
function countDocuments(page: Page, onFirst: () => Promise<void> = async () => {}) {
  const count = { documents: 0 };
  page.on("request", async (request) => {
    if (request.isNavigationRequest()) {
      count.documents++;
      if (count.documents === 1) await onFirst();
    }
  });
  return count;
}

test.describe("after another build took the scripts away", () => {
  test.use({ tolerated: [/ChunkLoadError|Failed to load chunk/] });

  test.beforeEach(async ({ page, signIn, workspace }) => {
    await signIn(workspace.admin);
    await page.goto("/dashboard/open-api/errors");
    await page.waitForLoadState("networkidle");
  });

  test("the page that a link leads to loads by itself, once", async ({ page }) => {
    const { giveBack, taken } = await takeScriptsAway(page);
    const count = countDocuments(page, giveBack);
    await page.getByRole("link", { name: "Logs" }).click();
    await expect(new Shell(page).title()).toHaveText("Logs");
    await expect(page).toHaveURL(/\/logs$/);
    expect(taken.size).toBeGreaterThan(0);
    expect(count.documents).toBe(1);
  });

  test("a dialog whose script is gone brings the page of today", async ({ page }) => {
    const { giveBack } = await takeScriptsAway(page);
    const count = countDocuments(page, giveBack);
    await page.getByRole("button", { name: "Open command menu" }).click();
    await expect.poll(() => count.documents).toBe(1);
    await expect(new Shell(page).title()).toHaveText("Errors");
    await page.getByRole("button", { name: "Open command menu" }).click();
    await expect(page.getByRole("dialog", { name: "Command menu" })).toBeVisible();
  });

  test("a script that stays away leads to no loop", async ({ page }) => {
    const away = /\/_next\/static\/chunks\/.*\.js$/;
    const { taken, giveBack } = await takeScriptsAway(page);
    const count = countDocuments(page, async () => {
      await giveBack();
      // From now on only the ones that were asked for first.
      await page.route(away, async (route) => {
        const { pathname } = new URL(route.request().url());
        if (taken.has(pathname)) await route.fulfill({ status: 404, body: "" });
        else await route.continue();
      });
    });
    const button = page.getByRole("button", { name: "Open command menu" });
    const crash = page.getByRole("heading", { name: "Something went wrong" });
    await button.click();
    await expect.poll(() => count.documents).toBe(1);
    await expect(async () => {
      if (!(await crash.isVisible())) await button.click({ timeout: 500 });
      await expect(crash).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.waitForLoadState("networkidle");
    expect(count.documents).toBe(1);
  });
});
