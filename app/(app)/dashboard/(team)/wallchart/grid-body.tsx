"use client";

import { defaultRangeExtractor, type Range, useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from "react";
import { PersonRow, type RulesByDay } from "@/app/(app)/dashboard/(team)/wallchart/chart-row";
import type {
  ChartPage,
  ChartPlace,
  ChartRow,
  Column,
} from "@/app/(app)/dashboard/(team)/wallchart/chart-types";
import { roles } from "@/app/(app)/dashboard/(team)/wallchart/grid-roles";
import {
  endOf,
  height,
  heightOf,
  keyOf,
  type Line,
  pixelsInRem,
} from "@/app/(app)/dashboard/(team)/wallchart/lines";
import { useKeptScroll } from "@/app/(app)/dashboard/(team)/wallchart/use-kept-scroll";
import type { Spot } from "@/app/(app)/dashboard/(team)/wallchart/use-marked-days";
import { useWords } from "@/app/(app)/dashboard/(team)/wallchart/use-words";

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
function useFewAtOnce(
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

type Props = {
  own: ChartPage["own"];
  lines: readonly Line[];
  columns: readonly Column[];
  places: ReadonlyMap<string, ChartPlace>;
  letters: ReadonlyMap<string, string>;
  /** The rules that shade a person's row. */
  rulesOf: (id: string) => RulesByDay;
  showsPlaces: boolean;
  /** The tab stop: its row is always rendered. */
  spot: Spot;
  /** The first and last selected column of the user's own row. */
  range: readonly [number, number] | null;
  scroller: RefObject<HTMLDivElement | null>;
  /** The filters and the order of people. */
  people: string;
  isPrinting: boolean;
  canLoadMore: boolean;
  loadMore: () => void;
};

/** Rows rendered above and below the screen. */
const overscan = 6;
/** Rows rendered on the server. */
const firstRows = 40;
/** The next page loads when this many rows are left. */
const rowsAhead = 15;

/** The rows around the screen; the user's own row stays at the top. */
export function GridBody({
  own,
  lines,
  columns,
  places,
  letters,
  rulesOf,
  showsPlaces,
  spot,
  range,
  ...rest
}: Props) {
  const t = useTranslations("wallchart");
  const words = useWords();
  const items = useItems({ own, lines, spot, ...rest });
  useKeptScroll(rest.scroller, rest.people);
  const above = own ? height.person : 0;
  const person = (row: ChartRow, rowIndex: number, top: number) => (
    <PersonRow
      key={row.id}
      {...{ row, columns, letters, words, rowIndex, top }}
      ruled={rulesOf(row.id)}
      isOwn={row === own}
      place={places.get(row.calendarId)}
      tabColumn={row.id === spot.person ? spot.column : null}
      note={row === own ? t("you") : showsPlaces ? row.location : ""}
      range={row === own ? range : null}
    />
  );
  const line = (at: number): ReactNode => {
    const { row, department, top } = lines[at] as Line;
    const index = (own ? 3 : 2) + at;
    if (row) return person(row, index, above + top);
    return (
      <tr
        key={`department ${department}`}
        {...roles.row}
        aria-rowindex={index}
        className="wc-department"
        style={{ top: `${above + top}rem` }}
      >
        <th {...roles.name} scope="rowgroup" className="wc-department-head" colSpan={columns.length + 1}>
          <span className="wc-department-name">{department}</span>
        </th>
      </tr>
    );
  };
  const indexes = items ?? (rest.isPrinting ? lines : lines.slice(0, firstRows)).map((_, at) => at);
  const end = above + endOf(items ? lines.at(-1) : lines[indexes.length - 1]);
  return (
    <tbody {...roles.group} style={{ height: `${end}rem` }}>
      {own ? person(own, 2, 0) : null}
      {indexes.map(line)}
    </tbody>
  );
}

type Wanted = Pick<Props, "own" | "lines" | "spot" | "scroller" | "isPrinting" | "canLoadMore" | "loadMore">;

/** The lines around the screen; null without a screen: on the server, and on paper. */
function useItems({ own, lines, spot, scroller, isPrinting, canLoadMore, loadMore }: Wanted) {
  const [rem, setRem] = useState(0);
  useEffect(() => setRem(pixelsInRem()), []);
  const isVirtual = rem > 0 && !isPrinting;
  const visitedAt = useMemo(
    () => lines.findIndex(({ row }) => row?.id === spot.person),
    [lines, spot.person],
  );
  const virtualizer = useVirtualizer({
    count: lines.length,
    overscan,
    enabled: isVirtual,
    useFlushSync: false,
    scrollMargin: (height.head + (own ? height.person : 0)) * rem,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(lines[index]) * rem,
    getItemKey: useCallback((index: number) => keyOf(lines[index] as Line), [lines]),
    rangeExtractor: useCallback(
      (shown: Range) => {
        const stay = visitedAt < 0 ? [] : [visitedAt - 1, visitedAt, visitedAt + 1];
        const kept = stay.filter((index) => index >= 0 && index < shown.count);
        return [...new Set([...defaultRangeExtractor(shown), ...kept])].sort((a, b) => a - b);
      },
      [visitedAt],
    ),
  });
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  const items = useFewAtOnce(virtualizer.getVirtualItems(), () => lines.slice(0, firstRows).map(keyOf), {
    isFirst: ({ index }) => index >= startIndex && index <= endIndex,
    isNeeded: ({ index }) => index === visitedAt,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads when the end comes near, not when the callback changes
  useEffect(() => {
    if (isVirtual && canLoadMore && endIndex >= lines.length - rowsAhead) loadMore();
  }, [isVirtual, canLoadMore, endIndex, lines.length]);
  return isVirtual ? items.map(({ index }) => index) : null;
}
