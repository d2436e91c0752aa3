import { Column, getTableName, is, SQL, Subquery } from "drizzle-orm";
import type { SelectedFieldsOrdered } from "drizzle-orm/pg-core";

interface Decoder {
  mapFromDriverValue(value: unknown): unknown;
}

type Row = Record<string, unknown>;
export type RowReader = (rows: readonly unknown[][]) => Row[];

/** Where one cell of a row goes: into the row itself, or into an object in it, however deep. */
interface Place {
  groups: readonly string[];
  name: string;
  decode: Decoder | null;
}

/** An object in the row that is null when this cell is: a join found nothing for it. */
interface Optional {
  group: string;
  cell: number;
}

// The key is the same in every bundle: a query may be built in one and read by the session of another.
const decoding: unique symbol = Symbol.for("timeaway.decoder");

/**
 * SQL whose values are read as a column's are, or by a function. Drizzle's `mapWith` keeps the decoder to itself; without one a value
 * stays as the driver gives it.
 */
export const readAs = <T>(text: SQL<T>, decoder: Column | ((value: string) => T)): SQL<T> =>
  Object.assign(text, {
    [decoding]: typeof decoder === "function" ? { mapFromDriverValue: decoder } : decoder,
  });

const decoderOf = (text: SQL): Decoder | null => (text as { [decoding]?: Decoder })[decoding] ?? null;

function decoderFor(field: SelectedFieldsOrdered[number]["field"] | Subquery): Decoder | null {
  if (is(field, Column)) return field;
  if (is(field, SQL)) return decoderOf(field);
  return decoderOf(is(field, Subquery) ? field._.sql : field.sql);
}

/** A decoder that returns what it is given costs a call for every cell all the same. */
const asItIs = Column.prototype.mapFromDriverValue;

/**
 * Turns rows into objects by decoders that are looked up once: Drizzle asks of every cell of every row what kind of field it is, which
 * costs a page of a hundred rows more than the database does.
 * @param present by table: whether a join lets none of its rows be absent
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
  return (rows) => rows.map((row) => read(row, places, optional));
}

/** As Drizzle has it: the first column decides, when all of them are of one table. */
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

function read(row: readonly unknown[], places: readonly Place[], optional: readonly Optional[]): Row {
  const object: Row = {};
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
