"use client";

import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import type { ChartRow, Column } from "@/app/(app)/dashboard/(team)/wallchart/chart-types";
import { absencesIn } from "@/app/(app)/dashboard/(team)/wallchart/marks";

/** The tab stop of the grid; column 0 is the name. */
export interface Spot {
  person: string;
  column: number;
}

/** The row and column of a cell of a person. */
export function spotOf(target: EventTarget): Spot | null {
  const cell = target instanceof Element ? target.closest<HTMLTableCellElement>("td, th") : null;
  const person = cell?.closest<HTMLElement>("[data-person]")?.dataset.person;
  return cell && person ? { person, column: cell.cellIndex } : null;
}

/** The first and last column, in order. */
export type DayRange = readonly [number, number];
export const inOrder = (one: number, other: number): DayRange => [Math.min(one, other), Math.max(one, other)];

/** Whether the user has no leave in a column, so that it can be requested. */
export const isFreeIn = (own: ChartRow | null, columns: readonly Column[], column: number): boolean =>
  own !== null && column > 0 && absencesIn(own.absences, columns[column - 1]?.days ?? []).length === 0;

/** The furthest column on the way to another without leave of the user between. */
export function furthestFree(
  own: ChartRow | null,
  columns: readonly Column[],
  from: number,
  to: number,
): number {
  const step = Math.sign(to - from);
  let at = from;
  while (at !== to && isFreeIn(own, columns, at + step)) at += step;
  return at;
}

interface Marked {
  from: number;
  to: number;
  by: "mouse" | "touch";
}

type Options = {
  own: ChartRow | null;
  columns: readonly Column[];
  request: (range: DayRange) => void;
};

/**
 * Selects days of the user's own row by pointer: a mouse drags over them, fingers tap the first and the last, so that a swipe scrolls as
 * ever. Days with leave end a selection. Escape ends it.
 */
export function useMarkedDays({ own, columns, request }: Options) {
  const [marked, setMarked] = useState<Marked | null>(null);
  const pointer = useRef("mouse");
  /** The column in which the mouse is held down. */
  const held = useRef<number | null>(null);
  /** Ended while held: the click that follows opens nothing. */
  const isEnded = useRef(false);
  const range = marked && inOrder(marked.from, marked.to);

  const end = () => {
    isEnded.current = held.current !== null;
    held.current = null;
    setMarked(null);
  };
  const send = (chosen: DayRange) => {
    held.current = null;
    setMarked(null);
    request(chosen);
  };

  const latest = useRef({ end, release: () => {} });
  useEffect(() => {
    const release = () => {
      if (marked && marked.from !== marked.to) return send(inOrder(marked.from, marked.to));
      held.current = null;
      setMarked(null);
    };
    latest.current = { end, release };
  });
  const by = marked?.by;
  useEffect(() => {
    if (!by) return;
    const onKey = ({ key }: KeyboardEvent) => (key === "Escape" ? latest.current.end() : undefined);
    // Wherever the button is released.
    const onUp = () => (by === "mouse" ? latest.current.release() : undefined);
    window.addEventListener("keydown", onKey);
    window.addEventListener("pointerup", onUp);
    return () => {
      window.removeEventListener("keydown", onKey);
      window.removeEventListener("pointerup", onUp);
    };
  }, [by]);

  const onPointerDown = ({ pointerType, button, shiftKey, target }: PointerEvent) => {
    pointer.current = pointerType;
    isEnded.current = false;
    held.current = null;
    const at = spotOf(target);
    const isOwn = at !== null && at.person === own?.id && isFreeIn(own, columns, at.column);
    if (pointerType === "mouse" && button === 0 && !shiftKey && isOwn) held.current = at.column;
  };
  const onPointerOver = ({ pointerType, buttons, target }: PointerEvent) => {
    const from = held.current;
    if (from === null || pointerType !== "mouse") return;
    if ((buttons & 1) === 0) {
      held.current = null;
      return setMarked(null);
    }
    const at = spotOf(target);
    if (!at || at.column === 0) return;
    const to = furthestFree(own, columns, from, at.column);
    if (marked || to !== from) setMarked({ from, to, by: "mouse" });
  };
  /** @returns whether the click is a part of a selection, and opens nothing */
  const onTap = (event: MouseEvent): boolean => {
    if (isEnded.current) return true;
    if (pointer.current === "mouse") return false;
    const at = spotOf(event.target);
    if (at === null || at.person !== own?.id || !isFreeIn(own, columns, at.column)) {
      setMarked(null);
      return false;
    }
    const { column } = at;
    const isReached = marked && furthestFree(own, columns, marked.from, column) === column;
    if (isReached) send(inOrder(marked.from, column));
    else setMarked({ from: column, to: column, by: "touch" });
    return true;
  };
  return { range, by, end, onTap, handlers: { onPointerDown, onPointerOver } };
}
