"use client";

import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import { type CSSProperties, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { PersonRow } from "@/app/(web)/dashboard/wallchart/chart-row";
import type {
  ChartPage,
  ChartPlace,
  ChartRow,
  Column,
  DayCount,
} from "@/app/(web)/dashboard/wallchart/chart-types";
import { ColumnHead } from "@/app/(web)/dashboard/wallchart/column-head";
import { GridFoot } from "@/app/(web)/dashboard/wallchart/grid-foot";
import { useGridKeys } from "@/app/(web)/dashboard/wallchart/use-grid-keys";
import { useWords } from "@/app/(web)/dashboard/wallchart/use-words";

type Props = {
  chart: ChartPage;
  columns: readonly Column[];
  places: ReadonlyMap<string, ChartPlace>;
  letters: ReadonlyMap<string, string>;
  counts: DayCount[] | null;
  title: string;
  showsPlaces: boolean;
  isPrinting: boolean;
  canLoadMore: boolean;
  loadMore: () => void;
};

/** Heights as wallchart.css has them. */
const height = { head: 49, person: 36, department: 30, foot: 45 };
/** Rows above and below the screen. */
const overscan = 6;
/** What the server renders. */
const firstRows = 40;
/** The next page is asked for when so few rows are left. */
const rowsAhead = 15;

type Line = { department: string; row?: undefined } | { row: ChartRow; department?: undefined };

/** Departments as lines of their own before their people. */
function linesOf(people: readonly ChartRow[]): Line[] {
  return people.flatMap((row, index): Line[] => {
    const { department } = row;
    return people[index - 1]?.department === department ? [{ row }] : [{ department }, { row }];
  });
}

const keyOf = ({ row, department }: Line) => row?.id ?? `department ${department}`;
const heightOf = (line: Line | undefined) => (line?.row ? height.person : height.department);

/** People by days: sticks on both sides, with the rows around the screen; one's own row stays above the others. */
export function Grid({ chart, columns, places, letters, counts, title, showsPlaces, ...rest }: Props) {
  const t = useTranslations("wallchart");
  const words = useWords();
  const scroller = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const { own, people, next } = chart;
  const lines = useMemo(() => linesOf(people), [people]);
  const everybody = useMemo(() => (own ? [own, ...people] : people), [own, people]);
  const rowsOnScreen = () =>
    Math.floor(((scroller.current?.clientHeight ?? 0) - height.head - height.foot) / height.person) - 1;
  const { spot, range, handlers } = useGridKeys({ table, people: everybody, own, columns, rowsOnScreen });

  const [isAwake, setAwake] = useState(false);
  useEffect(() => setAwake(true), []);
  const visitedAt = lines.findIndex(({ row }) => row?.id === spot.person);
  const top = height.head + (own ? height.person : 0);
  const virtualizer = useVirtualizer({
    count: lines.length,
    overscan,
    enabled: isAwake && !rest.isPrinting,
    scrollMargin: top,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(lines[index]),
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
  const items = virtualizer.getVirtualItems();
  const isVirtual = isAwake && !rest.isPrinting;

  const lastShown = virtualizer.range?.endIndex ?? 0;
  const { canLoadMore, loadMore } = rest;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for when the end comes near, not when the question is made anew
  useEffect(() => {
    if (isVirtual && canLoadMore && lastShown >= lines.length - rowsAhead) loadMore();
  }, [isVirtual, canLoadMore, lastShown, lines.length]);

  const ownRows = own ? 1 : 0;
  const person = (row: ChartRow, index: number, isOwn = false) => (
    <PersonRow
      key={row.id}
      {...{ row, columns, letters, words, isOwn }}
      place={places.get(row.calendarId)}
      rowIndex={index}
      tabColumn={row.id === spot.person ? spot.column : null}
      note={isOwn ? t("you") : showsPlaces ? row.location : ""}
      range={isOwn ? range : null}
    />
  );
  const line = (at: number): ReactNode => {
    const { row, department } = lines[at] as Line;
    const index = 2 + ownRows + at;
    if (row) return person(row, index);
    return (
      <tr key={`department ${department}`} aria-rowindex={index} className="wc-department">
        <th scope="rowgroup" colSpan={columns.length + 1}>
          <span className="wc-department-name">{department}</span>
        </th>
      </tr>
    );
  };
  const shown = rest.isPrinting ? lines : lines.slice(0, firstRows);
  const end = virtualizer.getTotalSize() + top;
  const chosen = range ? range[1] - range[0] + 1 : 0;
  const isWeeks = (columns[0]?.days.length ?? 1) > 1;
  return (
    <div ref={scroller} className="wc-scroller" data-printing={rest.isPrinting || undefined}>
      <p id="wallchart-keys" className="sr-only">
        {t("keys")}
      </p>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid made of a table (APG)
        role="grid"
        aria-label={`${t("title")}, ${title}`}
        aria-describedby="wallchart-keys"
        aria-rowcount={next ? -1 : 1 + ownRows + lines.length + (counts ? 1 : 0)}
        aria-colcount={columns.length + 1}
        aria-multiselectable={own ? true : undefined}
        className="wc-table"
        style={{ "--columns": columns.length } as CSSProperties}
        data-weeks={isWeeks || undefined}
        {...handlers}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" aria-colindex={1} className="wc-corner">
              {t("person")}
            </th>
            {columns.map((column, index) => (
              <ColumnHead key={column.name} column={column} aria-colindex={index + 2} />
            ))}
          </tr>
        </thead>
        <tbody>
          {own ? person(own, 2, true) : null}
          {isVirtual
            ? items.flatMap((item, place) => [
                <Space
                  key={`space before ${item.key}`}
                  height={item.start - (items[place - 1]?.end ?? top)}
                  columns={columns.length + 1}
                />,
                line(item.index),
              ])
            : shown.map((_, at) => line(at))}
          {isVirtual ? (
            <Space height={end - (items.at(-1)?.end ?? top)} columns={columns.length + 1} />
          ) : null}
        </tbody>
        {counts ? <GridFoot columns={columns} counts={counts} rowIndex={2 + ownRows + lines.length} /> : null}
      </table>
      <p role="status" className="sr-only">
        {chosen > 1 && !isWeeks ? t("selected", { days: chosen }) : ""}
      </p>
    </div>
  );
}

function Space({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height }} className="p-0" />
    </tr>
  );
}
