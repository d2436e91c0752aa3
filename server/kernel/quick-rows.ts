import { Column, getTableName, is, SQL } from "drizzle-orm";

interface Decoder {
  mapFromDriverValue(value: unknown): unknown;
}

/** What Drizzle keeps in a prepared query for turning rows into objects. */
export interface RowShape {
  fields?: { path: string[]; field: unknown }[];
  /** By table: whether a join lets none of its rows be absent. */
  joinsNotNullableMap?: Record<string, boolean>;
}

type Row = Record<string, unknown>;

/** Where one cell of a row goes: into the row itself, or into an object in it. */
interface Place {
  group: string | null;
  name: string;
  decode: Decoder | null;
}

/** An object in the row that is null when this cell is: a join found nothing for it. */
interface Optional {
  group: string;
  cell: number;
}

function decoderOf(field: unknown): Decoder | null {
  if (is(field, Column)) return field;
  if (is(field, SQL)) return (field as unknown as { decoder: Decoder }).decoder;
  if (is(field, SQL.Aliased)) return (field.sql as unknown as { decoder: Decoder }).decoder;
  return null;
}

/** A decoder that returns what it is given costs a call for every cell all the same. */
const asItIs = Column.prototype.mapFromDriverValue;

/**
 * Turns rows into objects by decoders that are looked up once: Drizzle asks of every cell of every row what kind of field it is, which
 * costs a page of a hundred rows more than the database does.
 * @returns null for a query whose fields nest deeper
 */
export function rowReader({
  fields = [],
  joinsNotNullableMap,
}: RowShape): ((rows: unknown[][]) => Row[]) | null {
  const decoders = fields.map(({ field }) => decoderOf(field));
  if (fields.some(({ path }) => path.length > 2) || decoders.includes(null)) return null;
  const places = fields.map(({ path }, index): Place => {
    const decoder = decoders[index];
    const decode = !decoder || decoder.mapFromDriverValue === asItIs ? null : decoder;
    return { group: path.length === 2 ? (path[0] ?? "") : null, name: path.at(-1) ?? "", decode };
  });
  const optional = optionalGroups(fields, joinsNotNullableMap);
  return (rows) => rows.map((row) => read(row, places, optional));
}

/** As Drizzle has it: the first column decides, when all of them are of one table. */
function optionalGroups(
  fields: NonNullable<RowShape["fields"]>,
  present: RowShape["joinsNotNullableMap"],
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

function read(row: unknown[], places: readonly Place[], optional: readonly Optional[]): Row {
  const object: Row = {};
  for (let i = 0; i < places.length; i++) {
    const { group, name, decode } = places[i] as Place;
    const value = row[i];
    const decoded = value === null || !decode ? value : decode.mapFromDriverValue(value);
    if (group === null) object[name] = decoded;
    else {
      object[group] ??= {};
      (object[group] as Row)[name] = decoded;
    }
  }
  for (const { group, cell } of optional) if (row[cell] === null) object[group] = null;
  return object;
}
