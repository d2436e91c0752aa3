"use client";

import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, type SyntheticEvent, useCallback, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type DataTableProps, DataTableRow } from "@/app/_kit/ui/data-table";
import { DetailsRow, TableBody } from "@/app/_kit/ui/table";

/** Rows above and below the viewport that are rendered ahead of scrolling. */
const overscan = 12;
/** An estimate until rows are measured. */
const guessedHeight = 48;
/** The height of sticky elements at the top of the page, and a little space. */
const stickyHeight = 64;

type Props<Row> = Pick<
  DataTableProps<Row>,
  "rows" | "rowKey" | "isSelected" | "rowClassName" | "detailsOf" | "columns"
> & {
  table: RefObject<HTMLTableElement | null>;
};

/** Exact: rounding errors would add up over thousands of scrolled rows. A hidden row has none. */
const heightOf = (row: Element) => row.getBoundingClientRect().height || guessedHeight;

const rowsIn = (place: Element | null) => [...(place?.querySelectorAll<HTMLElement>("tr[data-row]") ?? [])];

/** The heights of rendered rows, so that nothing moves when a list grows into a long one. */
const heightsIn = (table: Element | null) =>
  new Map(rowsIn(table).map((row) => [row.dataset.row ?? "", heightOf(row)]));

/**
 * The body of a long table: the rows around the viewport, and empty rows as placeholders for the others. The focused row and its neighbours
 * stay, so that keys move through all rows; so does the selected one. A row that was just touched also keeps its position while the table's
 * width changes: a panel that it opens beside the table makes every row higher.
 */
export function VirtualRows<Row>({
  rows,
  rowKey,
  isSelected,
  rowClassName,
  detailsOf,
  columns,
  table,
}: Props<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const guess = useRef(guessedHeight);
  const [known] = useState(() => heightsIn(table.current));
  /** The last touched row, and its distance from the window's top; null after it has left the viewport. */
  const touched = useRef<{ key: string; top: number } | null>(null);
  const [{ top, gap }, setPlace] = useState({ top: 0, gap: 0 });
  const [visited, setVisited] = useState<string | null>(null);
  const visitedAt = visited === null ? -1 : rows.findIndex((row) => rowKey(row) === visited);
  const selectedAt = isSelected ? rows.findIndex(isSelected) : -1;

  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    overscan,
    gap,
    scrollMargin: top,
    scrollPaddingStart: stickyHeight,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    estimateSize: (index) => known.get(rowKey(rows[index] as Row)) ?? guess.current,
    measureElement: heightOf,
    getItemKey: useCallback((index: number) => rowKey(rows[index] as Row), [rows, rowKey]),
    rangeExtractor: useCallback(
      (range: Range) => {
        const stay = [...(visitedAt < 0 ? [] : [visitedAt - 1, visitedAt, visitedAt + 1]), selectedAt];
        const kept = stay.filter((index) => index >= 0 && index < range.count);
        return [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b);
      },
      [visitedAt, selectedAt],
    ),
  });

  // Rows above that turn out higher or lower shift the page, from the position where the virtualizer last saw it. After a focus change has
  // moved the page, that would undo the move.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = ({ start }, _, { scrollOffset }) =>
    scrollOffset !== null && start < scrollOffset && Math.abs(window.scrollY - scrollOffset) < 1;

  useLayoutEffect(() => {
    const element = body.current;
    if (!element) return;
    let width = 0;
    const look = () => {
      const box = element.getBoundingClientRect();
      if (box.width === 0) return;
      const style = getComputedStyle(element);
      const now = {
        top: box.top + window.scrollY,
        gap: style.display === "flex" ? Number.parseFloat(style.rowGap) : 0,
      };
      setPlace((before) => (before.top === now.top && before.gap === now.gap ? before : now));
      if (box.width === width) return;
      const isFirst = width === 0;
      const first = isFirst ? undefined : virtualizer.range?.startIndex;
      width = box.width;
      const shown = [...element.querySelectorAll<HTMLTableRowElement>("tr[data-index]")];
      if (shown.length > 0) guess.current = shown.reduce((sum, row) => sum + heightOf(row), 0) / shown.length;
      const measureAgain = () => {
        virtualizer.measure();
        for (const row of shown) virtualizer.measureElement(row);
      };
      if (isFirst) return measureAgain();
      // At another width every row has another height.
      known.clear();
      flushSync(measureAgain);
      if (touched.current) keepInPlace(touched.current);
      else if (first && window.scrollY > now.top) virtualizer.scrollToIndex(first, { align: "start" });
    };
    const elementOf = (key: string) => rowsIn(element).find((row) => row.dataset.row === key);
    const keepInPlace = ({ key, top: before }: { key: string; top: number }) => {
      const { top, height } = elementOf(key)?.getBoundingClientRect() ?? { top: before, height: 0 };
      const wanted = Math.max(stickyHeight, Math.min(before, window.innerHeight - height));
      window.scrollBy(0, top - wanted);
    };
    const follow = () => {
      // While the width changes, rows are not where they were touched.
      if (!touched.current || element.getBoundingClientRect().width !== width) return;
      const box = elementOf(touched.current.key)?.getBoundingClientRect();
      const isShown = box && box.bottom > stickyHeight && box.top < window.innerHeight;
      touched.current = isShown ? { ...touched.current, top: box.top } : null;
    };
    look();
    const observer = new ResizeObserver(look);
    // Content above moves the table without resizing it.
    observer.observe(document.body);
    observer.observe(element);
    window.addEventListener("scroll", follow, { passive: true });
    return () => {
      observer.disconnect();
      window.removeEventListener("scroll", follow);
    };
  }, [virtualizer, known]);

  const visit = ({ target }: SyntheticEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>("tr[data-row]") : null;
    const key = row?.dataset.row;
    if (!row || key === undefined) return;
    touched.current = { key, top: row.getBoundingClientRect().top };
    setVisited(key);
  };
  const items = virtualizer.getVirtualItems();
  const end = top + virtualizer.getTotalSize();
  return (
    // The virtualizer itself corrects the position when rows turn out higher or lower than estimated.
    <TableBody ref={body} onFocus={visit} onClickCapture={visit} className="[overflow-anchor:none]">
      {items.flatMap((item, place) => {
        const row = rows[item.index] as Row;
        const before = items[place - 1];
        return [
          <Space
            key={`space before ${item.key}`}
            height={item.start - (before?.end ?? top) - (before ? 2 : 1) * gap}
            columns={columns.length}
          />,
          <DataTableRow
            key={item.key}
            ref={virtualizer.measureElement}
            data-row={item.key}
            row={row}
            columns={columns}
            selected={isSelected?.(row)}
            className={rowClassName}
            data-index={item.index}
            aria-rowindex={item.index + 2}
          />,
          // In the flow, not measured: what is open moves the rows below it.
          <DetailsRow key={`details of ${item.key}`} columns={columns.length}>
            {detailsOf?.(row)}
          </DetailsRow>,
        ];
      })}
      <Space height={end - (items.at(-1)?.end ?? top) - gap} columns={columns.length} />
    </TableBody>
  );
}

function Space({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden className="cards:block">
      <td colSpan={columns} style={{ height }} className="p-0 cards:block" />
    </tr>
  );
}
