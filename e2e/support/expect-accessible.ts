import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** No violation of WCAG 2.2 A or AA on the page as it stands, and nothing that scrolls sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  // A page that renders anew takes its title away for a moment.
  await expect(page).toHaveTitle(/./);
  await settled(page);
  // Who only wants pictures need not wait for the proof.
  if (process.env.SCREENSHOTS) return;
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  const found = violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }));
  expect(found).toEqual([]);
  await expectNoSidewaysScroll(page);
}

/** Everything fits into the width: only code may scroll sideways, in its own box. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow, "pixels that the page scrolls sideways").toBeLessThanOrEqual(0);
}

/** Half-faded colours would be measured otherwise. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      .map((animation) => animation.finished.catch(() => undefined));
    return Promise.all(ending).then(() => undefined);
  });
}
