import { chromium } from "@playwright/test";
import { type Far, visitFar } from "./client-far";
import type { Place } from "./client-place";
import { type Scrolled, scrollWallchart } from "./client-scroll";
import { sessionCookieOf } from "./client-session";
import { type Figure, median } from "./report";
import { leanServer } from "./servers";
import type { Stage } from "./stage";

/** The median of these counts: other guests of the machine slow down some visits. */
const visits = 5;
const maxUsableMs = 2_000;
const maxFontBytes = 60_000;
const maxInteractionMs = 100;
const maxTaskMs = 50;
const maxCells = 2_000;

/** Loading times on a phone far away. */
export const client = (stage: Stage): Promise<Figure[]> =>
  inBrowser(stage, async (place) => {
    const seen: Far[] = [];
    // The first visit warms the server.
    for (let turn = 0; turn <= visits; turn++) seen.push(await visitFar(place, "/dashboard"));
    return farFigures(seen.slice(1));
  });

/** Blocking times while a user scrolls the wallchart of 5,000 people. */
export const scroll = (stage: Stage): Promise<Figure[]> =>
  inBrowser(stage, async (place) => {
    const seen: Scrolled[] = [];
    for (let turn = 0; turn <= visits; turn++) seen.push(await scrollWallchart(place));
    return scrollFigures(seen.slice(1));
  });

async function inBrowser(stage: Stage, look: (place: Place) => Promise<Figure[]>): Promise<Figure[]> {
  const server = await leanServer(stage.environment);
  const browser = await chromium.launch({
    executablePath: process.env.PLAYWRIGHT_CHROMIUM ?? "",
    args: ["--no-sandbox"],
  });
  try {
    return await look({ browser, url: server.url, cookie: await sessionCookieOf(stage) });
  } finally {
    await browser.close();
    await server.stop();
  }
}

function farFigures(seen: readonly Far[]): Figure[] {
  const all = (of: (one: Far) => number) => median(seen.map(of));
  const usable = all(({ usableMs }) => usableMs);
  const fonts = all(({ fontBytes }) => fontBytes);
  return [
    {
      name: "Today usable on a phone at slow 4G with a quarter of the CPU, over 2 s",
      ratio: usable / maxUsableMs,
      target: { atMost: 1 },
      readings: {
        "usable ms": usable,
        "shown ms": all(({ shownMs }) => shownMs),
        "script bytes": all(({ scriptBytes }) => scriptBytes),
      },
    },
    {
      name: "fonts of Today over 60 kB",
      ratio: fonts / maxFontBytes,
      target: { atMost: 1 },
      readings: { bytes: fonts },
    },
  ];
}

function scrollFigures(seen: readonly Scrolled[]): Figure[] {
  const all = (of: (one: Scrolled) => number) => median(seen.map(of));
  const interactionMs = all((one) => one.interactionMs);
  const taskMs = all((one) => one.taskMs);
  const cells = Math.max(...seen.map((one) => one.cells));
  return [
    {
      name: "slowest interaction on the wallchart with a quarter of the CPU over 100 ms",
      ratio: interactionMs / maxInteractionMs,
      target: { atMost: 1 },
      readings: { ms: interactionMs },
    },
    {
      name: "longest task while the wallchart is scrolled with a quarter of the CPU over 50 ms",
      ratio: taskMs / maxTaskMs,
      target: { atMost: 1 },
      readings: {
        ms: taskMs,
        "longer than 50 ms": all((one) => one.longTasks),
        "busy ms in all": Math.round(all((one) => one.busyMs)),
      },
    },
    {
      name: "cells of the wallchart that are live at once over 2,000",
      ratio: cells / maxCells,
      target: { atMost: 1 },
      readings: { cells },
    },
  ];
}
