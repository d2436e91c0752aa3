import { type DateTerms, lettersOf, plainLettersOf } from "./cells";
import type { Table } from "./read-table";

/** The fields of an import row before validation. */
export type Said = Readonly<Record<string, unknown>>;

/** A field that can have a column. */
export interface Column {
  name: string;
  /** Usual titles in files, as lower-case letters only; the most reliable first. */
  titles: readonly string[];
  isRequired?: boolean;
  /** The cells are dates; together they determine the order of day and month. */
  isDate?: boolean;
  /** Only in files whose columns are named as in the API; pages do not offer it. */
  isHidden?: boolean;
  /** Parses a cell; an unreadable value stays unchanged, so that the import refuses it. */
  read(cell: string, terms: DateTerms): Said;
}

/** How the tables of one import are read. */
export interface Layout {
  columns: readonly Column[];
  /** Fields whose bare titles, such as "Name", mean another field beside a third. */
  besides?: readonly { field: string; beside: string; means: string; titles: readonly string[] }[];
  /** Groups of fields of which one is required. */
  oneOf?: readonly (readonly string[])[];
  /** Combines the fields of a line. */
  rowOf(said: Said): Said;
  /** The field for a fault's path, where the two have different names. */
  fieldOf?: Readonly<Record<string, string>>;
}

/** The column of each mapped field. */
export type Mapping = Readonly<Record<string, number>>;

/**
 * Maps columns to fields: by the choice remembered for a column's title, else by the title.
 * @param titleOf the field's title on the page, which the file may use, too
 */
export function columnsFor(
  { columns, besides = [] }: Layout,
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
    title === ""
      ? -1
      : header.findIndex((given, at) => free.has(at) && plainLettersOf(given) === plainLettersOf(title));
  for (const { name, titles } of columns)
    for (const title of [lettersOf(name), ...titles, lettersOf(titleOf(name))]) take(name, find(title));
  for (const { field, beside, means, titles } of besides) {
    const column = chosen[field];
    if (column === undefined || chosen[beside] === undefined || chosen[means] !== undefined) continue;
    const title = header[column] ?? "";
    if (remembered[title] === field || !titles.includes(plainLettersOf(title))) continue;
    delete chosen[field];
    chosen[means] = column;
  }
  return chosen;
}

/** Columns with data that no field uses. */
export const ignoredColumns = ({ header, rows }: Table, mapping: Mapping): number[] => {
  const taken = new Set(Object.values(mapping));
  return [...header.keys()].filter((at) => !taken.has(at) && rows.some((cells) => cells[at] !== ""));
};

/** Required fields, or groups of fields of which one is required, without a column. */
export const missingFields = ({ columns, oneOf = [] }: Layout, mapping: Mapping): string[][] => {
  const has = (name: string) => mapping[name] !== undefined;
  const alone = columns.filter(({ isRequired, name }) => isRequired && !has(name)).map(({ name }) => [name]);
  return [...alone, ...oneOf.filter((names) => !names.some(has)).map((names) => [...names])];
};

/** The cells of all date columns: together they determine the order of day and month. */
export const dateCellsIn = ({ columns }: Layout, { rows }: Table, mapping: Mapping): string[] => {
  const dated = columns.flatMap(({ name, isDate }) => (isDate ? (mapping[name] ?? []) : []));
  return rows.flatMap((cells) => dated.map((at) => cells[at] ?? "")).filter(Boolean);
};

/** The cells of a field, by row; none without a column. */
export const cellsOf = ({ rows }: Table, mapping: Mapping, field: string): string[] => {
  const at = mapping[field];
  return at === undefined ? [] : rows.map((cells) => cells[at] ?? "");
};

/** The table with other words for some cells of a field. */
export function withAnswers(
  table: Table,
  mapping: Mapping,
  field: string,
  answers: ReadonlyMap<string, string>,
): Table {
  const column = mapping[field];
  if (column === undefined || answers.size === 0) return table;
  const answered = (cell: string, at: number) => (at === column ? (answers.get(cell) ?? cell) : cell);
  return { ...table, rows: table.rows.map((cells) => cells.map(answered)) };
}

/** The rows for the import; empty cells are omitted. */
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

/** The field that a fault is about. */
export const fieldOfFault = ({ fieldOf = {} }: Layout, path: string): string => {
  const [first = ""] = path.split(".");
  return fieldOf[first] ?? first;
};

/** A column whose cells stay unchanged. */
export const textColumn = (name: string, titles: string, more: Pick<Column, "isRequired"> = {}): Column => ({
  name,
  titles: titles.split(" "),
  ...more,
  read: (cell) => ({ [name]: cell }),
});

/** A column with one value per cell. */
export const valueColumn = (name: string, titles: string, read: (cell: string) => unknown): Column => ({
  ...textColumn(name, titles),
  read: (cell) => ({ [name]: read(cell) }),
});
