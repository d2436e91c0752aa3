import type { ReactNode } from "react";
import type { LoadOlderProps } from "@/app/_resource/load-older";
import type { PagerProps } from "@/app/_resource/pager";
import type { RowPanel } from "@/app/_resource/use-row-panel";
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
 * A list: a table of any length. Where all rows are at hand, `search`, `choices` and `sort` are filters and the order that the
 * address holds; where the server sends a page at a time and filters itself, `older` or `pager` leads on.
 */
export type ListRecord<Row> = Pick<
  DataTableProps<Row>,
  "columnsFrom" | "rows" | "rowKey" | "rowClassName"
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
  /** Right above the rows, such as a switch "Live". */
  above?: ReactNode;
  /** Other rows are on their way. */
  isLoading?: boolean;
  /** What a row opens beside the list, or on a page of its own where there is no room. */
  panel?: RowPanel;
  /** Asks the server for what comes after the rows. */
  older?: LoadOlderProps;
  /** Leads to what comes after the rows, under an address of its own. */
  pager?: PagerProps;
};
