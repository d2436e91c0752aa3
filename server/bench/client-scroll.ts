import type { CDPSession, Page } from "@playwright/test";
import { inSlowBrowser, type Place } from "./client-place";

/** What scrolling cost. */
export interface Scrolled {
  /** From a key to what it changed on the screen, at most. */
  interactionMs: number;
  taskMs: number;
  longTasks: number;
  /** What the page did altogether. */
  busyMs: number;
  cells: number;
}

const desk = { viewport: { width: 1600, height: 1000 } };
/** So far between two keys; the next people are loaded several times on the way. */
const pixelsATurn = 1_500;
const pixelsASecond = 1_500;
const turns = 8;

declare global {
  interface Window {
    seenTasks: number[];
    seenInteractions: number[];
  }
}

/** Scrolls through some hundreds of people as with a finger, and moves from cell to cell meanwhile. */
export const scrollWallchart = (place: Place): Promise<Scrolled> =>
  inSlowBrowser(place, desk, async (page, cdp) => {
    await page.goto("/dashboard/wallchart", { waitUntil: "networkidle" });
    // By name of element: to ask for roles would be a long task of its own.
    const cells = page.locator("[role=grid] td");
    await cdp.send("Performance.enable");
    const before = await busyMs(cdp);
    await page.evaluate(observe);
    let most = 0;
    for (let turn = 0; turn < turns; turn++) {
      await cdp.send("Input.synthesizeScrollGesture", {
        x: desk.viewport.width / 2,
        y: desk.viewport.height / 2,
        yDistance: -pixelsATurn,
        speed: pixelsASecond,
        preventFling: true,
        gestureSourceType: "mouse",
      });
      // Into what is on the screen, and on from there.
      await page.mouse.click(desk.viewport.width / 2, desk.viewport.height / 2);
      await page.keyboard.press("ArrowRight");
      most = Math.max(most, await cells.count());
    }
    return { ...(await read(page)), busyMs: (await busyMs(cdp)) - before, cells: most };
  });

async function busyMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1_000;
}

/** In the page. */
function observe(): void {
  window.seenTasks = [];
  window.seenInteractions = [];
  const note = (type: string, into: number[], options: object = {}) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (type === "longtask" || (entry as PerformanceEventTiming).interactionId) into.push(entry.duration);
    }).observe({ type, ...options });
  note("longtask", window.seenTasks);
  note("event", window.seenInteractions, { durationThreshold: 16 });
}

const read = (page: Page) =>
  page.evaluate(() => ({
    interactionMs: Math.max(0, ...window.seenInteractions),
    // A browser tells of longer ones only.
    taskMs: Math.max(50, ...window.seenTasks),
    longTasks: window.seenTasks.length,
  }));
