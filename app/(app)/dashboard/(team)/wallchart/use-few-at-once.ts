"use client";

import type { VirtualItem } from "@tanstack/react-virtual";
import { useLayoutEffect, useReducer, useRef } from "react";

/** A longer frame had too much work. */
const smoothMs = 24;
const maxRowsAFrame = 3;

type Key = VirtualItem["key"];

/** How many rows a frame may add, and when the last one did. */
interface Pace {
  rows: number;
  /** Time of the frame, in ms. */
  at: number;
  /** Whether rows were left for the next frame. */
  goesOn: boolean;
}

/** Constant within a frame. */
const frameTime = () => Number(document.timeline.currentTime ?? 0);

/** One more row after a smooth frame, half as many after a slow one. */
function nextPace({ rows, at, goesOn }: Pace, isLeft: boolean): Pace {
  const now = frameTime();
  if (!goesOn) return { rows, at: now, goesOn: isLeft };
  const isSmooth = now - at <= smoothMs;
  const next = isSmooth ? Math.min(rows + 1, maxRowsAFrame) : Math.max(2, Math.floor(rows / 2));
  return { rows: next, at: now, goesOn: isLeft };
}

/**
 * Of the wanted rows, returns those already rendered, plus a few more with each frame, as many as the machine can handle. After a jump
 * through thousands of rows they fill in, and no scroll blocks on all of them at once.
 * @param first keys of the rows that the server rendered
 * @param isFirst rows that come before the others
 * @param isNeeded rows that cannot wait for a frame: they take the focus
 */
export function useFewAtOnce(
  wanted: readonly VirtualItem[],
  first: () => readonly Key[],
  { isFirst, isNeeded }: Record<"isFirst" | "isNeeded", (item: VirtualItem) => boolean>,
): readonly VirtualItem[] {
  const there = useRef<ReadonlySet<Key>>(null);
  there.current ??= new Set(first());
  const pace = useRef<Pace>({ rows: 3, at: -1, goesOn: false });
  const [, goOn] = useReducer((frames: number) => frames + 1, 0);
  const standing = there.current;
  const absent = wanted.filter((item) => !standing.has(item.key));
  const next = absent.filter(isFirst).concat(absent.filter((item) => !isFirst(item)));
  const hasRoom = absent.length > 0 && frameTime() !== pace.current.at;
  const added = new Set(hasRoom ? next.slice(0, pace.current.rows) : []);
  const shown = wanted.filter((item) => standing.has(item.key) || added.has(item) || isNeeded(item));
  useLayoutEffect(() => {
    there.current = new Set(shown.map(({ key }) => key));
    const isLeft = shown.length < wanted.length;
    if (added.size > 0) pace.current = nextPace(pace.current, isLeft);
    if (!isLeft) return;
    const frame = requestAnimationFrame(goOn);
    return () => cancelAnimationFrame(frame);
  });
  return shown;
}
