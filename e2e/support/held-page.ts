import { EventEmitter, once } from "node:events";
import type { Page, Request } from "@playwright/test";

/** Next.js requests the route of a page and its loading state (both prefetched), and the page. */
export type PagePart = "route" | "loading" | "page";

function partOf(request: Request): PagePart {
  const headers = request.headers();
  if ("next-router-segment-prefetch" in headers) return "route";
  return "next-router-prefetch" in headers ? "loading" : "page";
}

/**
 * Holds back parts of the page at a path, each until it is released.
 * @returns functions that wait until a part was requested or has arrived, and that release one
 */
export async function holdPage(page: Page, path: string, held: readonly PagePart[]) {
  const addresses = new RegExp(`${path}\\?`);
  const waiting = new Set<PagePart>(held);
  const released = new EventEmitter().setMaxListeners(0);
  await page.route(addresses, async (route) => {
    const part = partOf(route.request());
    if (waiting.has(part)) await once(released, part);
    // Next.js does not wait for the end of a stream.
    if (part === "page") await route.continue();
    else await route.fulfill({ response: await route.fetch() });
  });
  return {
    asked: (part: PagePart) =>
      page.waitForRequest((request) => addresses.test(request.url()) && partOf(request) === part),
    arrived: async (part: PagePart) => {
      await page.waitForResponse((one) => addresses.test(one.url()) && partOf(one.request()) === part);
      // Afterwards the page has to process it.
      await page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestIdleCallback(done))));
    },
    release: (part: PagePart) => {
      waiting.delete(part);
      released.emit(part);
    },
  };
}
