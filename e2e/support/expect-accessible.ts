import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Those of the rules that other colours can break. */
const rulesOfColour = ["color-contrast", "link-in-text-block"];

/** No violation of WCAG 2.2 A or AA on the page as it stands, and nothing that scrolls sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  // A page that renders anew takes its title away for a moment.
  await expect(page).toHaveTitle(/./);
  await settled(page);
  // Who only wants pictures need not wait for the proof.
  if (process.env.SCREENSHOTS) return;
  await atItsTop(page, () => expectNone(new AxeBuilder({ page }).withTags(rules)));
  await expectNoSidewaysScroll(page);
}

/** What lies half below the header that sticks there is no small target: it can be scrolled out. Leaves the page where it was. */
async function atItsTop(page: Page, work: () => Promise<void>): Promise<void> {
  const before = await page.evaluate(() => {
    const { scrollY } = window;
    window.scrollTo(0, 0);
    return scrollY;
  });
  await work();
  await page.evaluate((top) => window.scrollTo(0, top), before);
}

/** After a change of colours on a page that is known to be accessible: it still is. */
export async function expectReadable(page: Page): Promise<void> {
  await settled(page);
  if (process.env.SCREENSHOTS) return;
  await expectNone(new AxeBuilder({ page }).withRules(rulesOfColour));
}

async function expectNone(axe: AxeBuilder): Promise<void> {
  // Our pages have no frames, for the sake of which the results would be put together on a page of their own.
  const { violations } = await axe.setLegacyMode().analyze();
  const found = violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }));
  expect(found).toEqual([]);
}

/** Everything fits into the width: only code may scroll sideways, in its own box. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow, "pixels that the page scrolls sideways").toBeLessThanOrEqual(0);
}

/** Half-faded colours would be measured otherwise. Ended, not waited for: nothing moves on where no frames are drawn. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  });
}
