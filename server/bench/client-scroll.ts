import type { CDPSession, Page } from "@playwright/test";
import { inSlowBrowser, type Place } from "./client-place";

/** The costs of scrolling. */
export interface Scrolled {
  /** The maximum time from a key press to its change on the screen. */
  interactionMs: number;
  taskMs: number;
  longTasks: number;
  /** The page's total main-thread time. */
  busyMs: number;
  cells: number;
}

const desk = { viewport: { width: 1600, height: 1000 } };
/** The distance between two key presses; the next people are loaded several times on the way. */
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
    // Selects by element: resolving roles would itself be a long task.
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
      // Focuses a visible cell, then moves on from it.
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

/** Runs in the page. */
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
    // Browsers report only longer tasks.
    taskMs: Math.max(50, ...window.seenTasks),
    longTasks: window.seenTasks.length,
  }));
