"use client";

import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type FocusEvent, useCallback, useLayoutEffect, useRef, useState } from "react";
import { type DataTableProps, DataTableRow } from "@/app/_ui/data-table";
import { TableBody } from "@/app/_ui/table";

/** Rows above and below the screen that are there before they are scrolled to. */
const overscan = 12;
/** Guessed until rows were measured. */
const guessedHeight = 48;
/** What sticks to the top of the page, and a little air. */
const stickyHeight = 64;

type Props<Row> = Pick<DataTableProps<Row>, "rows" | "rowKey" | "isSelected" | "rowClassName" | "columns">;

/** Exact: rounded heights would add up while thousands are scrolled by. What is hidden has none. */
const heightOf = (row: Element) => row.getBoundingClientRect().height || guessedHeight;

/**
 * The body of a long table: the rows around the screen, and rows of empty space for the others. The row that has the focus and its
 * neighbours stay, so that keys walk through all of them; so does the selected one.
 */
export function VirtualRows<Row>({ rows, rowKey, isSelected, rowClassName, columns }: Props<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const guess = useRef(guessedHeight);
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
    estimateSize: () => guess.current,
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

  // Rows above that turn out higher or lower move the page along, from where the virtualizer saw it last. When the focus has moved the
  // page since, that would take it back again.
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
      const first = width === 0 ? undefined : virtualizer.range?.startIndex;
      width = box.width;
      const shown = [...element.querySelectorAll<HTMLTableRowElement>("tr[data-index]")];
      if (shown.length > 0) guess.current = shown.reduce((sum, row) => sum + heightOf(row), 0) / shown.length;
      // At another width every row has another height.
      virtualizer.measure();
      for (const row of shown) virtualizer.measureElement(row);
      if (first && window.scrollY > now.top) virtualizer.scrollToIndex(first, { align: "start" });
    };
    look();
    const observer = new ResizeObserver(look);
    // What stands above moves the table without changing it.
    observer.observe(document.body);
    observer.observe(element);
    return () => observer.disconnect();
  }, [virtualizer]);

  const visit = ({ target }: FocusEvent) => {
    const index = target.closest<HTMLElement>("tr[data-index]")?.dataset.index;
    const row = index === undefined ? undefined : rows[Number(index)];
    if (row !== undefined) setVisited(rowKey(row));
  };
  const items = virtualizer.getVirtualItems();
  const end = top + virtualizer.getTotalSize();
  return (
    // The virtualizer corrects the position itself when rows turn out to be higher or lower than guessed.
    <TableBody ref={body} onFocus={visit} className="[overflow-anchor:none]">
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
