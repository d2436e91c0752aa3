import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { Shell } from "../pages/shell.page";
import { expectAccessible } from "../support/expect-accessible";
import { wakeUp } from "../support/wake-up";

/** Holds back every answer of a page, including prefetches. */
async function holdAnswers(page: Page): Promise<{ release: () => void; answered: () => number }> {
  let answered = 0;
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route(/[?&]_rsc=/, async (route) => {
    await released;
    answered++;
    await route.continue();
  });
  return { release, answered: () => answered };
}

async function openFirstPage(page: Page): Promise<void> {
  await page.goto("/dashboard/open-api");
  await expect(new Shell(page).title()).toHaveText("Open API add-on");
  // Before hydration a link loads the document.
  await wakeUp(page);
  await page.waitForLoadState("networkidle");
}

test.describe("by the page's own clock, so that a busy machine measures the same", () => {
  test.beforeEach(async ({ page, signIn, workspace }) => {
    await signIn(workspace.admin);
    await page.clock.install();
    await openFirstPage(page);
  });

  for (const [name, title] of [
    ["Usage", "Usage"],
    ["API keys", "API keys"],
    ["Settings", "Settings"],
  ] as const)
    test(`following a link shows a mark within 100 ms and a skeleton within 300, before any answer: ${name}`, async ({
      page,
    }) => {
      const shell = new Shell(page);
      const { release, answered } = await holdAnswers(page);
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
      await page.getByRole("navigation").getByRole("link", { name, exact: true }).click();
      await page.clock.runFor(100);
      await expect(shell.progress()).toBeVisible();
      await page.clock.runFor(200);
      await expect(shell.skeleton()).toBeVisible();
      expect(answered()).toBe(0);

      await page.clock.resume();
      release();
      await expect(shell.title()).toHaveText(title);
      await expect(shell.title()).toBeFocused();
      await expect(shell.progress()).toHaveCount(0);
    });
});

test.describe("800 ms of latency", () => {
  const latencyMs = 800;

  test.beforeEach(async ({ page, signIn, workspace }) => {
    await signIn(workspace.admin);
    await openFirstPage(page);
    await page.route(/[?&]_rsc=/, async (route) => {
      await new Promise((done) => setTimeout(done, latencyMs));
      await route.continue();
    });
  });

  test("while a page is pending, the skeleton is accessible, and the page before is inert", async ({
    page,
  }) => {
    await page.getByRole("link", { name: "Errors" }).click();
    await expect(new Shell(page).skeleton()).toBeVisible();
    await expect(new Shell(page).progress()).toBeVisible();
    await expectAccessible(page);
    await expect(new Shell(page).title()).toHaveText("Errors");
  });

  test("keys that lead to a page show the same mark, before any answer", async ({ page }) => {
    const { release, answered } = await holdAnswers(page);
    await page.keyboard.press("g");
    await page.keyboard.press("u");
    await expect(new Shell(page).progress()).toBeVisible();
    expect(answered()).toBe(0);
    release();
    await expect(new Shell(page).title()).toHaveText("Usage");
    await expect(new Shell(page).progress()).toHaveCount(0);
  });
});

/** Answers 404 for every script that the page has not loaded yet. */
async function takeScriptsAway(page: Page): Promise<{ giveBack: () => Promise<void>; taken: Set<string> }> {
  const taken = new Set<string>();
  const isScript = /\/_next\/static\/chunks\/.*\.js$/;
  await page.route(isScript, async (route) => {
    taken.add(new URL(route.request().url()).pathname);
    await route.fulfill({ status: 404, body: "" });
  });
  return { giveBack: () => page.unroute(isScript), taken };
}

/** Counts the documents loaded from now on; the first of them may restore the scripts. */
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

test.describe("after another build removed the scripts", () => {
  test.use({ tolerated: [/ChunkLoadError|Failed to load chunk/] });

  test.beforeEach(async ({ page, signIn, workspace }) => {
    await signIn(workspace.admin);
    await page.goto("/dashboard/open-api/errors");
    await page.waitForLoadState("networkidle");
  });

  test("the target page of a link reloads by itself, once", async ({ page }) => {
    const { giveBack, taken } = await takeScriptsAway(page);
    const count = countDocuments(page, giveBack);
    await page.getByRole("link", { name: "Logs" }).click();
    await expect.poll(() => count.documents).toBe(1);
    await expect(new Shell(page).title()).toHaveText("Logs");
    await expect(page).toHaveURL(/\/logs$/);
    await page.waitForLoadState("networkidle");
    expect(taken.size).toBeGreaterThan(0);
    expect(count.documents).toBe(1);
  });

  test("a dialog whose script is gone loads the current page", async ({ page }) => {
    const { giveBack } = await takeScriptsAway(page);
    const count = countDocuments(page, giveBack);
    const reloaded = page.waitForEvent("load");
    await page.getByRole("button", { name: "Open command menu" }).click();
    await reloaded;
    expect(count.documents).toBe(1);
    await expect(new Shell(page).title()).toHaveText("Errors");
    await page.getByRole("button", { name: "Open command menu" }).click();
    await expect(page.getByRole("dialog", { name: "Command menu" })).toBeVisible();
  });

  test("a script that stays missing leads to no loop", async ({ page }) => {
    const away = /\/_next\/static\/chunks\/.*\.js$/;
    const { taken, giveBack } = await takeScriptsAway(page);
    const count = countDocuments(page, async () => {
      await giveBack();
      // From now on only the scripts that were requested first.
      await page.route(away, async (route) => {
        const { pathname } = new URL(route.request().url());
        if (taken.has(pathname)) await route.fulfill({ status: 404, body: "" });
        else await route.continue();
      });
    });
    const button = page.getByRole("button", { name: "Open command menu" });
    const { notifications } = new Shell(page);
    await button.click();
    await expect.poll(() => count.documents).toBe(1);
    await expect(async () => {
      await button.click({ timeout: 500 });
      await expect(notifications()).toContainText("Can't reach Timeaway", { timeout: 500 });
    }).toPass();
    await page.waitForLoadState("networkidle");
    expect(count.documents).toBe(1);
  });
});
