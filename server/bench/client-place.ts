import type { Browser, BrowserContextOptions, CDPSession, Page } from "@playwright/test";
import type { Cookie } from "./client-session";

export interface Place {
  browser: Browser;
  url: string;
  cookie: Cookie;
}

/** A mid-range phone has a quarter of this machine's speed. */
const slowness = 4;

/** Opens a page, signed in, in a throttled browser with an empty cache. */
export async function inSlowBrowser<Seen>(
  { browser, url, cookie }: Place,
  options: BrowserContextOptions,
  look: (page: Page, cdp: CDPSession) => Promise<Seen>,
): Promise<Seen> {
  const context = await browser.newContext({ ...options, baseURL: url, locale: "en-GB" });
  try {
    await context.addCookies([{ ...cookie, url }]);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: slowness });
    return await look(page, cdp);
  } finally {
    await context.close();
  }
}
