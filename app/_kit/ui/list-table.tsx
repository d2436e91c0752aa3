"use client";

import { Fragment, type RefObject, useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { DataTableFrame, type DataTableProps, DataTableRow } from "@/app/_kit/ui/data-table";
import { DetailsRow, GroupRow, TableBody } from "@/app/_kit/ui/table";
import { useIsAwake } from "@/app/_kit/ui/use-is-awake";

/**
 * Fixes each column at the width that the first rows give it: columns must not move while rows come and go. Measures again when the table's
 * width changes.
 */
function useHeldColumns(
  table: RefObject<HTMLTableElement | null>,
  colgroup: RefObject<HTMLTableColElement | null>,
  isHeld: boolean,
  columnCount: number,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a different number of columns redistributes the width
  useLayoutEffect(() => {
    const [element, group] = [table.current, colgroup.current];
    const columns = [...(group?.children ?? [])].filter((column) => column instanceof HTMLElement);
    if (!element || !isHeld) return;
    const release = () => {
      for (const column of columns) column.style.width = "";
    };
    let width = 0;
    const hold = () => {
      if (element.offsetWidth === width) return;
      width = element.offsetWidth;
      release();
      const headings = [...element.querySelectorAll("thead th")];
      // Cards have no columns.
      if (getComputedStyle(element).display !== "table") return;
      const widths = headings.map((heading) => heading.getBoundingClientRect().width);
      for (const [index, column] of columns.entries()) column.style.width = `${widths[index]}px`;
    };
    const observer = new ResizeObserver(hold);
    observer.observe(element);
    return () => {
      observer.disconnect();
      release();
    };
  }, [isHeld, columnCount, table, colgroup]);
}

/** Up to this many rows, a list is an ordinary table. */
const shownAtOnce = 100;

/**
 * A DataTable of any length. From 100 rows on, only the rows near the viewport are in the document; the server renders the first 100, and
 * print shows all of them.
 */
export function ListTable<Row>({
  rows,
  rowKey,
  isSelected,
  rowClassName,
  detailsOf,
  groupOf,
  columns,
  ...frame
}: DataTableProps<Row>) {
  // Headings have no place among rows that are measured: a list with groups is shown as a whole.
  const isLong = rows.length > shownAtOnce && !groupOf;
  const { VirtualRows, isRefused } = useVirtualRows(isLong);
  const isPrinting = useIsPrinting();
  const place = useRef<HTMLTableElement>(null);
  const colgroup = useRef<HTMLTableColElement>(null);
  useHeldColumns(place, colgroup, isLong && !isPrinting, columns.length);
  const shown = isLong && !isPrinting && !isRefused ? rows.slice(0, shownAtOnce) : rows;
  return (
    <DataTableFrame
      {...frame}
      ref={place}
      columns={columns}
      colgroup={colgroup}
      aria-rowcount={isLong ? rows.length + 1 : undefined}
    >
      {VirtualRows && !isPrinting ? (
        <VirtualRows {...{ rows, rowKey, isSelected, rowClassName, detailsOf, columns }} table={place} />
      ) : (
        <TableBody>
          {shown.map((row, index) => {
            const before = shown[index - 1];
            const group = groupOf?.(row);
            return (
              <Fragment key={rowKey(row)}>
                {group === undefined || (before !== undefined && groupOf?.(before) === group) ? null : (
                  <GroupRow columns={columns.length}>{group}</GroupRow>
                )}
                <DataTableRow
                  data-row={rowKey(row)}
                  row={row}
                  columns={columns}
                  selected={isSelected?.(row)}
                  className={rowClassName}
                  aria-rowindex={isLong ? index + 2 : undefined}
                />
                <DetailsRow columns={columns.length}>{detailsOf?.(row)}</DetailsRow>
              </Fragment>
            );
          })}
          <NotShown count={rows.length - shown.length} columns={columns.length} />
        </TableBody>
      )}
    </DataTableFrame>
  );
}

/** Reserves the height of rows that come after hydration, so that nothing jumps then. */
function NotShown({ count, columns }: { count: number; columns: number }) {
  if (count === 0) return null;
  return (
    <tr
      aria-hidden
      style={{ "--rows": count } as React.CSSProperties}
      className="block h-[calc(var(--rows)*3rem)] noscript:hidden print:hidden cards:h-[calc(var(--rows)*14rem)] columns:table-row"
    >
      <td colSpan={columns} />
    </tr>
  );
}

const load = () => import("@/app/_kit/ui/virtual-rows");
let loaded: Awaited<ReturnType<typeof load>> | undefined;

/** Code that most visits do not need is loaded with the first long list; if loading fails, all rows are rendered. */
function useVirtualRows(wanted: boolean) {
  const isAwake = useIsAwake();
  const [, hasCome] = useReducer((count: number) => count + 1, 0);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    if (!wanted || loaded) return;
    load().then(
      (parts) => {
        loaded = parts;
        hasCome();
      },
      () => setRefused(true),
    );
  }, [wanted]);
  return { VirtualRows: wanted && isAwake ? loaded?.VirtualRows : undefined, isRefused };
}

/** The browser lays the page out for print right after its event. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const start = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener("beforeprint", start);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", start);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting;
}
