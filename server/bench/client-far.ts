import type { CDPSession } from "@playwright/test";
import { inSlowBrowser, type Place } from "./client-place";

/** The costs of one page visit. */
export interface Far {
  /** Until every button and link of the page responds. */
  usableMs: number;
  /** Until the largest contentful paint. */
  shownMs: number;
  scriptBytes: number;
  fontBytes: number;
}

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };
const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

declare global {
  interface Window {
    usableAt?: number;
    shownAt?: number;
  }
}

/** A first visit on a phone at slow 4G, without any input. */
export const visitFar = (place: Place, path: string): Promise<Far> =>
  inSlowBrowser(place, phone, async (page, cdp) => {
    await cdp.send("Network.enable");
    await cdp.send("Network.emulateNetworkConditions", slow4G);
    const received = countBytes(cdp);
    await page.addInitScript(noteTimes);
    await page.goto(path, { waitUntil: "load" });
    // Playwright's script would add to the phone's work just when it evaluates the page's scripts.
    await page.waitForLoadState("networkidle");
    const usable = await page.waitForFunction(() => window.usableAt);
    return {
      usableMs: (await usable.jsonValue()) ?? Number.NaN,
      shownMs: await page.evaluate(() => window.shownAt ?? Number.NaN),
      scriptBytes: received.Script ?? 0,
      fontBytes: received.Font ?? 0,
    };
  });

/** Bytes on the wire by the browser's resource type. */
function countBytes(cdp: CDPSession): Record<string, number> {
  const types = new Map<string, string>();
  const bytes: Record<string, number> = {};
  cdp.on("Network.responseReceived", ({ requestId, type }) => types.set(requestId, type));
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId) ?? "Other";
    bytes[type] = (bytes[type] ?? 0) + encodedDataLength;
  });
  return bytes;
}

/** Runs in the page. React marks an element once it listens to it. */
function noteTimes(): void {
  const isAwake = (element: Element) => Object.keys(element).some((key) => key.startsWith("__reactProps"));
  // Checks one element until it is hydrated: checking all each time would take a third of a slow phone's CPU.
  let asleep: Element | undefined;
  const timer = setInterval(() => {
    if (asleep?.isConnected && !isAwake(asleep)) return;
    const parts = [...document.querySelectorAll("button, a[href]:not([href^='#'])")];
    asleep = parts.find((part) => !isAwake(part));
    if (asleep || !document.querySelector("#content h1")) return;
    clearInterval(timer);
    window.usableAt = performance.now();
  }, 10);
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.shownAt = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
}
