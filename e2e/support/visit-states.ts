import { expect, type Page, test } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll, expectReadable } from "./expect-accessible";
import { keepPicture } from "./keep-picture";

/** A state of a page, reached as a user would; `known` is the content of the workspace. */
export interface State<Known> {
  title: string;
  reach(known: Known): Promise<unknown>;
}

/**
 * Expects no accessibility fault in light colours, and by default in dark ones. Where every colour is a role, `palette.test.ts` proves the
 * contrast in both themes, and one look is enough.
 */
export async function accessible(page: Page, title: string, { inDark = true } = {}): Promise<void> {
  await keepPicture(page, `${title} light`);
  await expectAccessible(page);
  if (!inDark && !process.env.SCREENSHOTS) return;
  await page.emulateMedia({ colorScheme: "dark" });
  // The page applies the scheme a moment later: without this wait its light colours would pass for the dark ones.
  await expect(page.locator("html")).toHaveClass(/(^| )dark( |$)/);
  await keepPicture(page, `${title} dark`);
  await expectReadable(page);
  await page.emulateMedia({ colorScheme: "light" });
}

/** Expects nothing to scroll sideways at this width. */
export async function narrow(page: Page, title: string): Promise<void> {
  await keepPicture(page, `${page.viewportSize()?.width} ${title}`);
  await expectNoSidewaysScroll(page);
}

const narrowest = { width: 320, height: 640 };
/** What one state may take: a walk has as much time as it has states. */
const stateMs = 10_000;

/**
 * Reaches one state after the other, each once, and checks it. On a phone it is reached on the narrowest screen.
 * @param everyInDark for pages with colours of their own; by default only the first state is checked in dark colours
 */
export async function visit<Known extends { page: Page }>(
  states: readonly State<Known>[],
  known: Known,
  { everyInDark = false } = {},
): Promise<void> {
  const { page } = known;
  const { isMobile, viewport } = test.info().project.use;
  test.setTimeout(test.info().timeout + states.length * stateMs);
  for (const [index, { title, reach }] of states.entries())
    await test.step(title, async () => {
      if (isMobile) await page.setViewportSize(narrowest);
      await reach(known);
      await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
      if (isMobile) await narrow(page, title);
      if (isMobile && viewport) await page.setViewportSize(viewport);
      await accessible(page, title, { inDark: everyInDark || index === 0 });
    });
  // No request of the last page may interfere with what follows.
  await page.goto("about:blank");
}
