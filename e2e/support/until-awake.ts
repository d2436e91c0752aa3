import { errors, type Page } from "@playwright/test";

/** Longer than any page takes to hydrate. */
const timeoutMs = 5000;

/** Whether React has hydrated all controls of the page; true for controls outside React. */
function isAwake(): boolean {
  if (!document.querySelector('script[src*="/_next/static/"]')) return true;
  const controls = document.querySelectorAll("body :is(button, input, select, textarea)");
  return [...controls].every((control) =>
    Object.keys(control).some((key) => key.startsWith("__reactProps$")),
  );
}

async function untilAwake(page: Page): Promise<void> {
  try {
    await page.waitForFunction(isAwake, undefined, { timeout: timeoutMs });
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
  }
}

/**
 * Makes every visit of a page end after hydration: no user presses a button in the moments before, but a machine does, and its press is
 * lost. A visit with `waitUntil` ends earlier.
 */
export function visitUntilAwake(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    if (!options?.waitUntil) await untilAwake(page);
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload(options);
    if (!options?.waitUntil) await untilAwake(page);
    return answer;
  };
}
