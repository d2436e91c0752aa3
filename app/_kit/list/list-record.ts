import type { ReactNode } from "react";
import type { LoadOlderProps } from "@/app/_kit/list/load-older";
import type { PagerProps } from "@/app/_kit/list/pager";
import type { RowPanel } from "@/app/_kit/list/use-row-panel";
import type { Column, DataTableProps } from "@/app/_kit/ui/data-table";

export type ListColumn<Row> = Omit<Column<Row>, "sort" | "onSort"> & {
  sort?: {
    /** Its name in the address. */
    name: string;
    /** Compares in ascending order. */
    by: (a: Row, b: Row) => number;
    /** The first click sorts in descending order: dates and numbers. */
    largestFirst?: boolean;
  };
};

/** A filter of a list: a choice of a few options. */
type ListChoice<Row> = {
  /** Its name in the address. */
  name: string;
  label: string;
  /** The first is the default. */
  options: readonly ListOption<Row>[];
};
type ListOption<Row> = { value: string; label: string; has: (row: Row) => boolean };

/** The filter of an empty result, and how to change it. */
export type Wanted = {
  /** The search text as typed. */
  q: string;
  /** The label of the chosen option, by the choice's name. */
  chosen: Record<string, string>;
  /** Whether nothing but the order differs from the defaults. */
  isUnset: boolean;
  /** Resets the filter, or sets these options. */
  show: (options?: Record<string, string>) => void;
};

/**
 * A list: a table of any length. With all rows at hand, `search`, `choices` and `sort` are filters and the order, kept in the address:
 * for lists that never have more than 100 rows. `older` or `pager` leads on to further pages of a list without filters; a list that the
 * server filters is a PagedListRecord.
 */
export type ListRecord<Row> = Pick<
  DataTableProps<Row>,
  "columnsFrom" | "rows" | "rowKey" | "rowClassName" | "detailsOf" | "groupOf"
> & {
  caption: string;
  columns: readonly ListColumn<Row>[];
  search?: {
    label: string;
    /** The texts of a row that the search matches. */
    textOf: (row: Row) => readonly (string | null | undefined)[];
  };
  choices?: readonly ListChoice<Row>[];
  /** The default order: the name of a column's `sort`, with "-" before it for the reverse order. */
  sort?: string;
  /** "12 keys shown", for screen readers. */
  shown?: (count: number) => string;
  nothing?: (wanted: Wanted) => ReactNode;
  /** Directly above the rows, such as a switch "Live". */
  above?: ReactNode;
  /** Other rows are loading. */
  isLoading?: boolean;
  /** What a row opens beside the list, or on a separate page where space is too narrow. */
  panel?: RowPanel;
  /** Loads the rows after these from the server. */
  older?: LoadOlderProps;
  /** Links to the rows after these, at their own address. */
  pager?: PagerProps;
};

/** A page of a list that the server searches, filters and orders. */
export type ListFound<Row> = {
  items: Row[];
  next: string | null;
  /** When nothing matches: the number of rows that the filter excludes. */
  excluded: number;
};

/** What a list asks its procedure for, but the place of the page. */
export type ListQuery = Record<string, string | undefined>;

/** Where the rows of a list come from that the server searches, filters and orders. */
export type PagedSource<Query extends ListQuery, Found> = {
  /** The query in an address. */
  read: (address: URLSearchParams) => Query;
  /** The page that came with the document, and its query. */
  first: { asked: Query; found: Found };
  ask: (query: Query & { cursor?: string }) => Promise<Found>;
};

/** How the list shows them, and what filters it. */
export type PagedLook<Row> = Pick<
  ListRecord<Row>,
  "caption" | "columnsFrom" | "rowKey" | "rowClassName" | "shown" | "above" | "panel"
> & {
  columns: readonly PagedColumn<Row>[];
  /** Names the filters as a landmark. */
  label?: string;
  search?: { label: string };
  choices?: readonly PagedChoice[];
  filters?: OwnFilters;
  /** The label of the button beside the filters that resets them. */
  clear?: string;
  /** Where no filter can exclude every row, there is none. */
  nothing?: (wanted: Wanted, excluded: number) => ReactNode;
  /** The label of the button that loads more. */
  more?: string;
  /** After everything else, such as a bar that acts on rows. */
  below?: ReactNode;
};

/** A list that the server searches, filters and orders: search text, choices and order are the procedure's input, kept in the address. */
export type PagedListRecord<Row, Query extends ListQuery> = PagedSource<Query, ListFound<Row>> &
  PagedLook<Row>;

/** Filters of other kinds than a search text and a choice of a few options: one record, an instant. */
export type OwnFilters = {
  /** Their names in the address. */
  names: readonly string[];
  /** Their fields before the choices, and after them. */
  before?: (address: FilterAddress) => ReactNode;
  after?: (address: FilterAddress) => ReactNode;
};
type FilterAddress = {
  params: URLSearchParams;
  /** Changes values in the address; null removes one. */
  change: (values: Record<string, string | null>) => void;
  /** The button that resets the filters, in `after`, which places it. */
  clear: ReactNode;
};
export type PagedColumn<Row> = Omit<ListColumn<Row>, "sort"> & {
  sort?: { name: string; largestFirst?: boolean };
};
export type PagedChoice = Omit<ListChoice<unknown>, "options"> & {
  options: readonly { value: string; label: string }[];
  /** The label of a value in the address that the options lack; without it, such a value chooses the default. */
  unknown?: (value: string) => string;
};
