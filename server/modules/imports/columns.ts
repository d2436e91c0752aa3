import { type DateTerms, lettersOf } from "./cells";
import type { Table } from "./read-table";

/** What a row of an import says, before it is judged. */
export type Said = Readonly<Record<string, unknown>>;

/** A field that a column can hold. */
export interface Column {
  name: string;
  /** What files call it, in small letters without anything else; the surest first. */
  titles: readonly string[];
  isRequired?: boolean;
  /** Its cells are dates, whose order the cells together tell. */
  isDate?: boolean;
  /** Of files that name their columns as the API does; pages do not offer it. */
  isHidden?: boolean;
  /** What a cell says; what cannot be read stays as it is, for the import to refuse. */
  read(cell: string, terms: DateTerms): Said;
}

/** How the tables of one import are understood. */
export interface Layout {
  columns: readonly Column[];
  /** Fields of which one is enough, beside those that are required. */
  oneOf?: readonly (readonly string[])[];
  /** What the fields of a line say together. */
  rowOf(said: Said): Said;
  /** The field that a fault of the import is about, where that has another name. */
  fieldOf?: Readonly<Record<string, string>>;
}

/** The column of each field that has one. */
export type Mapping = Readonly<Record<string, number>>;

/**
 * Which column says what: by what was chosen for such a column before, else by its title.
 * @param titleOf what the page calls a field: so may the file
 */
export function columnsFor(
  { columns }: Layout,
  header: readonly string[],
  remembered: Readonly<Record<string, string>> = {},
  titleOf: (field: string) => string = () => "",
): Mapping {
  const chosen: Record<string, number> = {};
  const free = new Set(header.keys());
  const take = (field: string, column: number) => {
    if (chosen[field] === undefined && column >= 0 && free.delete(column)) chosen[field] = column;
  };
  for (const { name } of columns)
    take(
      name,
      header.findIndex((title, at) => free.has(at) && remembered[title] === name),
    );
  const find = (title: string) =>
    title === "" ? -1 : header.findIndex((given, at) => free.has(at) && lettersOf(given) === title);
  for (const { name, titles } of columns)
    for (const title of [lettersOf(name), ...titles, lettersOf(titleOf(name))]) take(name, find(title));
  return chosen;
}

/** Columns that hold something and that nothing takes. */
export const ignoredColumns = ({ header, rows }: Table, mapping: Mapping): number[] => {
  const taken = new Set(Object.values(mapping));
  return [...header.keys()].filter((at) => !taken.has(at) && rows.some((cells) => cells[at] !== ""));
};

/** Fields, or groups of fields of which one is enough, that no column holds. */
export const missingFields = ({ columns, oneOf = [] }: Layout, mapping: Mapping): string[][] => {
  const has = (name: string) => mapping[name] !== undefined;
  const alone = columns.filter(({ isRequired, name }) => isRequired && !has(name)).map(({ name }) => [name]);
  return [...alone, ...oneOf.filter((names) => !names.some(has)).map((names) => [...names])];
};

/** What stands in the columns of dates: together they tell how they are written. */
export const dateCellsIn = ({ columns }: Layout, { rows }: Table, mapping: Mapping): string[] => {
  const dated = columns.flatMap(({ name, isDate }) => (isDate ? (mapping[name] ?? []) : []));
  return rows.flatMap((cells) => dated.map((at) => cells[at] ?? "")).filter(Boolean);
};

/** The rows as the import takes them; empty cells say nothing. */
export const rowsOfTable = (
  { columns, rowOf }: Layout,
  { rows }: Table,
  mapping: Mapping,
  terms: DateTerms,
): Said[] =>
  rows.map((cells) => {
    const said = columns.map(({ name, read }) => {
      const cell = cells[mapping[name] ?? -1] ?? "";
      return cell === "" ? {} : read(cell, terms);
    });
    return rowOf(Object.assign({}, ...said));
  });

/** The field that a fault of the import is about. */
export const fieldOfFault = ({ fieldOf = {} }: Layout, path: string): string => {
  const [first = ""] = path.split(".");
  return fieldOf[first] ?? first;
};

/** A column whose cells stay as they are. */
export const textColumn = (name: string, titles: string, more: Pick<Column, "isRequired"> = {}): Column => ({
  name,
  titles: titles.split(" "),
  ...more,
  read: (cell) => ({ [name]: cell }),
});

/** A column of which each cell is one value. */
export const valueColumn = (name: string, titles: string, read: (cell: string) => unknown): Column => ({
  ...textColumn(name, titles),
  read: (cell) => ({ [name]: read(cell) }),
});
