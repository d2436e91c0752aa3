import type { ReactNode } from "react";
import type { Column, DataTableProps } from "@/app/_ui/data-table";

export type ListColumn<Row> = Omit<Column<Row>, "sort" | "onSort"> & {
  sort?: {
    /** Its name in the address. */
    name: string;
    /** From the smallest to the largest. */
    by: (a: Row, b: Row) => number;
    /** The first click shows the largest: dates and numbers. */
    largestFirst?: boolean;
  };
};

/** One of a few ways to narrow a list. */
type ListChoice<Row> = {
  /** Its name in the address. */
  name: string;
  label: string;
  /** The first is the one unless said. */
  options: readonly ListOption<Row>[];
};
type ListOption<Row> = { value: string; label: string; has: (row: Row) => boolean };

/** What a filter that nothing matches asked for, and how to ask for something else. */
export type Wanted = {
  /** The search, as it was typed. */
  q: string;
  /** The label of what is chosen, by the choice's name. */
  chosen: Record<string, string>;
  /** Whether nothing but the order differs from what is shown unless said. */
  isUnset: boolean;
  /** Takes the filter back, or on to these options. */
  show: (options?: Record<string, string>) => void;
};

/**
 * A list of which all rows are at hand: a table of any length, and the filters and the order that the address holds. A list without
 * `search` and `choices` is a table alone.
 */
export type ListRecord<Row> = Pick<
  DataTableProps<Row>,
  "columnsFrom" | "rows" | "rowKey" | "isSelected" | "rowClassName"
> & {
  caption: string;
  columns: readonly ListColumn<Row>[];
  search?: {
    label: string;
    /** What the search looks through. */
    textOf: (row: Row) => readonly (string | null | undefined)[];
  };
  choices?: readonly ListChoice<Row>[];
  /** The order unless said: a name of a column's `sort`, with "-" before it the other way round. */
  sort?: string;
  /** "12 keys shown", for who does not see it. */
  shown?: (count: number) => string;
  nothing?: (wanted: Wanted) => ReactNode;
};
