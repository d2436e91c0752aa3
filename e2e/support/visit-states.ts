import { expect, type Page, test } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll, expectReadable } from "./expect-accessible";
import { keepPicture } from "./keep-picture";

/** A state of a page, reached as a person would; `known` is what there is in the workspace. */
export interface State<Known> {
  title: string;
  reach(known: Known): Promise<unknown>;
}

/** No accessibility fault, in light and in dark colours. */
export async function accessible(page: Page, title: string): Promise<void> {
  await keepPicture(page, `${title} light`);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  // The page hears of it a moment later: without this its light colours would pass for the dark ones.
  await expect(page.locator("html")).toHaveClass(/(^| )dark( |$)/);
  await keepPicture(page, `${title} dark`);
  await expectReadable(page);
  await page.emulateMedia({ colorScheme: "light" });
}

/** Nothing scrolls sideways at this width. */
export async function narrow(page: Page, title: string): Promise<void> {
  await keepPicture(page, `${page.viewportSize()?.width} ${title}`);
  await expectNoSidewaysScroll(page);
}

const narrowest = { width: 320, height: 640 };

/** Reaches one state after the other, each once, and looks at it. On a phone it is reached on the narrowest screen. */
export async function visit<Known extends { page: Page }>(
  states: readonly State<Known>[],
  known: Known,
): Promise<void> {
  const { page } = known;
  const { isMobile, viewport } = test.info().project.use;
  for (const { title, reach } of states)
    await test.step(title, async () => {
      if (isMobile) await page.setViewportSize(narrowest);
      await reach(known);
      await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
      if (isMobile) await narrow(page, title);
      if (isMobile && viewport) await page.setViewportSize(viewport);
      await accessible(page, title);
    });
  // Nothing that the last of them asks for may come between what follows.
  await page.goto("about:blank");
}
