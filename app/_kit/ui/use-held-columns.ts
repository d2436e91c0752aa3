import { type RefObject, useLayoutEffect } from "react";

/**
 * Fixes each column at the width that the first rows give it: columns must not move while rows come and go. Measures again when the table's
 * width changes.
 */
export function useHeldColumns(
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
