import { longestSearch, readSort, type SortOf, sortsOf } from "@/server/kernel/list-sorts";

/** The search text in an address. */
export const readSearch = (address: URLSearchParams): string =>
  (address.get("q") ?? "").slice(0, longestSearch);

/** The order in an address: by one of these columns. Without `fallback`, the server has an order of its own that no heading shows. */
export const readOrder = <Column extends string, Fallback extends SortOf<Column> | undefined>(
  columns: readonly Column[],
  fallback: Fallback,
  address: URLSearchParams,
): SortOf<Column> | Fallback => sortsOf(columns).find((sort) => sort === address.get("sort")) ?? fallback;

/** A choice in an address; the first option is the default. */
export const readChoice = <Option extends string>(
  name: string,
  options: readonly [Option, ...Option[]],
  address: URLSearchParams,
): Option => options.find((option) => option === address.get(name)) ?? options[0];

/** The public id of a record in an address. @param kind its prefix */
export const readId = (kind: string, name: string, address: URLSearchParams): string | undefined => {
  const text = address.get(name) ?? "";
  return new RegExp(`^${kind}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`).test(text) ? text : undefined;
};

/** A word of ours in an address, such as the name of an action, or an id of any kind. */
export const readWord = (name: string, address: URLSearchParams): string | undefined => {
  const text = address.get(name) ?? "";
  return /^[\w.-]{1,100}$/.test(text) ? text : undefined;
};

/** An instant in an address, in ISO 8601. */
export const readInstant = (name: string, address: URLSearchParams): string | undefined => {
  const at = new Date(address.get(name) ?? "");
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
};

/** A page's `searchParams`. */
export type PageSearch = Record<string, string | string[] | undefined>;

/** The query of a page's address. */
export const addressOf = (search: PageSearch): URLSearchParams =>
  new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );

/** Whether a list has no rows at all, whatever the filter; false if it could not be loaded. */
export const isEmptyList = (found: { items: readonly unknown[]; excluded: number } | undefined): boolean =>
  found !== undefined && found.items.length === 0 && found.excluded === 0;

/** What a click on a column's heading asks for. */
export const sortAfterClick = (sort: string, column: string, largestFirst = false): string => {
  const current = readSort(sort);
  const isReversed = current.column === column ? !current.isReversed : largestFirst;
  return `${isReversed ? "-" : ""}${column}`;
};
