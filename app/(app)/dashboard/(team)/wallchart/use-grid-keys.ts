"use client";

import { useRouter } from "next/navigation";
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useState,
} from "react";
import type { ChartRow, Column } from "@/app/(app)/dashboard/(team)/wallchart/chart-types";
import {
  type DayRange,
  furthestFree,
  inOrder,
  isFreeIn,
  type Spot,
  spotOf,
  useMarkedDays,
} from "@/app/(app)/dashboard/(team)/wallchart/use-marked-days";
import { paths } from "@/app/paths";
import { touchesDays } from "@/server/kernel/time/date-range";

type Options = {
  table: RefObject<HTMLTableElement | null>;
  /** Everyone in row order, the user first. */
  people: readonly ChartRow[];
  own: ChartRow | null;
  columns: readonly Column[];
  /** How many rows a page key moves. */
  rowsOnScreen: () => number;
  /** Loads the remaining people; null when all are loaded. */
  loadRest: (() => unknown) | null;
};

const clamp = (value: number, most: number) => Math.max(0, Math.min(value, most));

/**
 * The keyboard of a grid (APG): one tab stop, arrows, Home and End, with Ctrl to the corners, page keys. Enter opens a leave, or requests
 * one on a day of the user's own row, where Shift selects several days without leave. A pointer selects them, too.
 */
export function useGridKeys({ table, people, own, columns, rowsOnScreen, loadRest }: Options) {
  const router = useRouter();
  const today = columns.findIndex(({ isToday }) => isToday);
  const [spot, setSpot] = useState<Spot>({ person: people[0]?.id ?? "", column: Math.max(0, today) + 1 });
  const [anchor, setAnchor] = useState<number | null>(null);
  /** Counts moves by key: the focus follows once the row is rendered. */
  const [moves, setMoves] = useState(0);
  /** Ctrl+End was pressed before everyone was loaded. */
  const [isEndWanted, setEndWanted] = useState(false);
  const current = people.some(({ id }) => id === spot.person)
    ? spot
    : { ...spot, person: people[0]?.id ?? "" };
  const isOwn = own !== null && current.person === own.id;
  const request = ([from, to]: DayRange) => {
    const [first, last] = [columns[from - 1]?.days[0], columns[to - 1]?.days.at(-1)];
    if (first && last) router.push(`${paths.request}?from=${first}&to=${last}`);
  };
  const marked = useMarkedDays({ own, columns, request });
  const byKeys = isOwn && anchor !== null ? inOrder(anchor, current.column) : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a move takes the focus along
  useLayoutEffect(() => {
    if (moves === 0) return;
    const row = table.current?.querySelector<HTMLTableRowElement>(`[data-person="${current.person}"]`);
    const cell = row?.cells[current.column];
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [moves]);

  const goTo = (row: number, column: number, extend = false) => {
    setEndWanted(false);
    const person = people[clamp(row, people.length - 1)]?.id ?? "";
    const from = anchor ?? current.column;
    const isExtended = extend && isFreeIn(own, columns, from);
    const wanted = clamp(column, columns.length);
    const at = isExtended ? furthestFree(own, columns, current.column, Math.max(1, wanted)) : wanted;
    setAnchor(isExtended ? from : null);
    setSpot({ person, column: at });
    marked.end();
    setMoves((count) => count + 1);
  };

  const goToEnd = () => {
    if (!loadRest) return goTo(people.length - 1, columns.length);
    setEndWanted(true);
    loadRest();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the last people are loaded
  useEffect(() => {
    if (isEndWanted && !loadRest) goToEnd();
  }, [isEndWanted, loadRest === null]);

  const open = ({ person, column }: Spot) => {
    const row = people.find(({ id }) => id === person);
    const days = columns[column - 1]?.days ?? [];
    const [from = "", to = from] = [days[0], days.at(-1)];
    if (!row || !from) return;
    const leave = row.absences.find((absence) => absence.leaveId && touchesDays(absence, from, to));
    if (leave?.leaveId) return router.push(paths.leave(leave.leaveId));
    if (row.id === own?.id) request([column, column]);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    if (event.altKey || event.metaKey) return;
    const row = people.findIndex(({ id }) => id === current.person);
    const { column } = current;
    const isMirrored = getComputedStyle(event.currentTarget).direction === "rtl";
    const side = (event.key === "ArrowRight") === isMirrored ? -1 : 1;
    const page = Math.max(1, rowsOnScreen());
    const moves: Record<string, () => void> = {
      ArrowLeft: () => goTo(row, column + side, event.shiftKey && isOwn),
      ArrowRight: () => goTo(row, column + side, event.shiftKey && isOwn),
      ArrowUp: () => goTo(row - 1, column),
      ArrowDown: () => goTo(row + 1, column),
      Home: () => goTo(event.ctrlKey ? 0 : row, 0),
      End: () => (event.ctrlKey ? goToEnd() : goTo(row, columns.length)),
      PageUp: () => goTo(row - page, column),
      PageDown: () => goTo(row + page, column),
      Enter: () => (byKeys && byKeys[0] < byKeys[1] ? request(byKeys) : open(current)),
      Escape: () => setAnchor(null),
    };
    const move = moves[event.key];
    if (!move || (event.key === "Escape" && anchor === null)) return;
    event.preventDefault();
    move();
  };

  const enter = (target: EventTarget) => {
    const at = spotOf(target);
    if (at && (at.person !== current.person || at.column !== current.column)) {
      setAnchor(null);
      setSpot(at);
    }
  };
  const onFocus = (event: { target: EventTarget }) => enter(event.target);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for a cell that had the focus before hydration
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (activeElement && table.current?.contains(activeElement)) enter(activeElement);
  }, []);
  const onMouseDown = (event: MouseEvent) => {
    // Keeps the focus in the cell from which the selection extends.
    if (event.shiftKey && isOwn && spotOf(event.target)?.person === own?.id) event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    if (marked.onTap(event)) return;
    const at = spotOf(event.target);
    if (!at || at.column === 0) return;
    if (event.shiftKey && isOwn && at.person === own?.id) return goTo(0, at.column, true);
    open(at);
  };
  const isByKeys = byKeys !== null && byKeys[0] < byKeys[1];
  return {
    spot: current,
    range: marked.range ?? byKeys,
    /** The selection that is said, and how it is made. */
    chosen: {
      range: marked.range ?? (isByKeys ? byKeys : null),
      by: marked.by ?? ("keys" as const),
      onCancel: marked.end,
    },
    handlers: { onKeyDown, onFocus, onMouseDown, onClick, ...marked.handlers },
  };
}
