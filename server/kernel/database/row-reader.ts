import { Column, getTableName, is, SQL, Subquery, sql } from "drizzle-orm";
import type { SelectedFieldsOrdered } from "drizzle-orm/pg-core";

interface Decoder {
  mapFromDriverValue(value: unknown): unknown;
}

type Row = Record<string, unknown>;
export type RowReader = (rows: readonly unknown[][]) => Row[];

/** Where a cell goes: into the row itself, or into a nested object at any depth. */
interface Place {
  groups: readonly string[];
  name: string;
  decode: Decoder | null;
}

/** A nested object that is null when this cell is: a join without a match. */
interface Optional {
  group: string;
  cell: number;
}

// The key is the same in every bundle: a query may be built in one and read by the session of another.
const decoding: unique symbol = Symbol.for("timeaway.decoder");

/**
 * SQL whose values are decoded like a column's, or by a function. Drizzle's `mapWith` keeps its decoder private. Without a decoder a value
 * stays as the driver returns it.
 */
export const readAs = <T>(text: SQL<T>, decoder: Column | ((value: string) => T)): SQL<T> =>
  Object.assign(text, {
    [decoding]: typeof decoder === "function" ? { mapFromDriverValue: decoder } : decoder,
  });

/**
 * Columns of a table for a query that reads it from a subselect: the query builder takes columns only from a table, so they are expressions
 * that decode the same way. Columns inside another expression keep their table's name.
 */
export const readColumns = <C extends object>(columns: C): C =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      is(column, SQL) ? column : readAs(sql`${sql`${column}`}`, column),
    ]),
  ) as C;

const decoderOf = (text: SQL): Decoder | null => (text as { [decoding]?: Decoder })[decoding] ?? null;

function decoderFor(field: SelectedFieldsOrdered[number]["field"] | Subquery): Decoder | null {
  if (is(field, Column)) return field;
  if (is(field, SQL)) return decoderOf(field);
  return decoderOf(is(field, Subquery) ? field._.sql : field.sql);
}

/** The identity decoder is skipped: it would cost a call per cell. */
const asItIs = Column.prototype.mapFromDriverValue;

/**
 * Turns rows into objects with decoders looked up once. Drizzle determines the field kind for every cell of every row, which costs more
 * than the database for a page of a hundred rows.
 * @param present by table: whether its row is never null in the join
 */
export function rowReader(
  fields: SelectedFieldsOrdered,
  present: Record<string, boolean> | undefined,
): RowReader {
  const places = fields.map(({ path, field }): Place => {
    const decoder = decoderFor(field);
    const decode = decoder?.mapFromDriverValue === asItIs ? null : decoder;
    return { groups: path.slice(0, -1), name: path.at(-1) ?? "", decode };
  });
  const optional = optionalGroups(fields, present);
  const blank = blankRow(fields);
  return (rows) => rows.map((row) => read({ ...blank }, row, places, optional));
}

/** Drizzle's rule: the first column decides if all columns belong to one table. */
function optionalGroups(
  fields: SelectedFieldsOrdered,
  present: Record<string, boolean> | undefined,
): Optional[] {
  if (!present) return [];
  const groups = new Map<string, { cell: number; tables: Set<string> }>();
  for (const [cell, { path, field }] of fields.entries()) {
    if (path.length !== 2 || !is(field, Column)) continue;
    const [name = ""] = path;
    const group = groups.get(name) ?? { cell, tables: new Set() };
    group.tables.add(getTableName(field.table));
    groups.set(name, group);
  }
  return [...groups].flatMap(([group, { cell, tables }]) => {
    const [table = "", ...others] = tables;
    return others.length > 0 || present[table] ? [] : [{ group, cell }];
  });
}

/**
 * A row with every name and no values. V8 turns an object into a hash table when a dozen properties are added to it one by one; a copy of
 * one that was parsed stays as quick as a literal.
 */
function blankRow(fields: SelectedFieldsOrdered): Row {
  const names = fields.map(({ path: [name = ""] }) => `${JSON.stringify(name)}:null`);
  return JSON.parse(`{${names.join()}}`) as Row;
}

function read(
  object: Row,
  row: readonly unknown[],
  places: readonly Place[],
  optional: readonly Optional[],
): Row {
  for (let i = 0; i < places.length; i++) {
    const { groups, name, decode } = places[i] as Place;
    const value = row[i];
    const decoded = value === null || !decode ? value : decode.mapFromDriverValue(value);
    let target = object;
    for (const group of groups) {
      target[group] ??= {};
      target = target[group] as Row;
    }
    target[name] = decoded;
  }
  for (const { group, cell } of optional) if (row[cell] === null) object[group] = null;
  return object;
}
