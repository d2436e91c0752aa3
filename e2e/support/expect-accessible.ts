import { expect, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** WCAG 2.2 A and AA, but for the title, which is looked at apart. */
const everyRule: RunOptions = {
  runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] },
  rules: { "document-title": { enabled: false } },
};
/** Those of the rules that other colours can break. */
const rulesOfColour: RunOptions = {
  runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
};

/** No violation of WCAG 2.2 A or AA on the page as it stands, and nothing that scrolls sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  // Who only wants pictures need not wait for the proof.
  if (process.env.SCREENSHOTS) return;
  // A page that renders anew takes its title away for a moment.
  await expect(page).toHaveTitle(/\S/);
  expect(await faultsOn(page, everyRule)).toEqual([]);
  await expectNoSidewaysScroll(page);
}

/** After a change of colours on a page that is known to be accessible: it still is. */
export async function expectReadable(page: Page): Promise<void> {
  if (process.env.SCREENSHOTS) return;
  expect(await faultsOn(page, rulesOfColour)).toEqual([]);
}

/** What axe finds, with the elements at fault. */
async function faultsOn(page: Page, options: RunOptions): Promise<{ id: string; nodes: string[] }[]> {
  // Once for each page that is loaded: it is half a megabyte to parse.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  // To name everything that is well takes axe as long as to look at it.
  const look: RunOptions = { ...options, resultTypes: ["violations"], selectors: false };
  return page.evaluate(lookWithAxe, look);
}

/** Runs in the page, and leaves it where it was. */
async function lookWithAxe(options: RunOptions): Promise<{ id: string; nodes: string[] }[]> {
  // Half-faded colours would be measured otherwise. Ended, not waited for: nothing moves on where no frames are drawn.
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  const { scrollY } = window;
  // What lies half below the header that sticks there is no small target: it can be scrolled out.
  window.scrollTo(0, 0);
  const { violations } = await window.axe.run(document, options);
  window.scrollTo(0, scrollY);
  return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }));
}

/** Everything fits into the width: only code may scroll sideways, in its own box. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow, "pixels that the page scrolls sideways").toBeLessThanOrEqual(0);
}
