/** The longest text that a list is searched by. */
export const longestSearch = 100;

/** A list's order in an address or an input: a column, with "-" before it for the reverse order. */
export type SortOf<Column extends string> = Column | `-${Column}`;

/** Every order by these columns. */
export const sortsOf = <Column extends string>(columns: readonly Column[]): SortOf<Column>[] =>
  columns.flatMap((column): SortOf<Column>[] => [column, `-${column}`]);

/** The column of an order, and whether the order is reversed. */
export const readSort = (sort: string): { column: string; isReversed: boolean } => ({
  column: sort.replace(/^-/, ""),
  isReversed: sort.startsWith("-"),
});
