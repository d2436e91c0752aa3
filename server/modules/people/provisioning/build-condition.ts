import { type SQL, sql } from "drizzle-orm";
import { likeLiteral } from "@/server/kernel/database/name-search";
import { decodeId, type IdKind } from "@/server/kernel/schema";
import type { Attribute, Place } from "./attributes";
import type { Filter, FilterValue } from "./filter";
import { ScimError } from "./scim-error";

export type Comparing = Extract<Filter, { kind: "compare" }>;

const never = sql`false`;
const keysOf = (place: readonly Attribute[]) =>
  sql.join(
    place.map(({ name }) => sql`${name}::text`),
    sql`, `,
  );

/** A text at a place below a JSON value. */
const textAt = (json: SQL, place: readonly Attribute[]): SQL =>
  sql`jsonb_extract_path_text(${json}, ${keysOf(place)})`;

/** A text compared as a filter says. */
export function compared(text: SQL, { with: operator, value }: Comparing, isExact: boolean): SQL {
  if (value === null) return operator === "eq" ? sql`${text} is null` : sql`${text} is not null`;
  const given = String(value);
  const [a, b] = isExact ? [text, sql`${given}::text`] : [sql`lower(${text})`, sql`lower(${given}::text)`];
  const like = (pattern: string) =>
    isExact ? sql`${text} like ${pattern}` : sql`lower(${text}) like lower(${pattern})`;
  const literal = likeLiteral(given);
  switch (operator) {
    case "eq":
      return sql`${a} = ${b}`;
    case "ne":
      return sql`${a} is distinct from ${b}`;
    case "co":
      return like(`%${literal}%`);
    case "sw":
      return like(`${literal}%`);
    case "ew":
      return like(`%${literal}`);
    case "gt":
      return sql`${a} > ${b}`;
    case "ge":
      return sql`${a} >= ${b}`;
    case "lt":
      return sql`${a} < ${b}`;
    case "le":
      return sql`${a} <= ${b}`;
  }
}

const orderOf: Partial<Record<Comparing["with"], SQL>> = {
  eq: sql`=`,
  ne: sql`<>`,
  gt: sql`>`,
  ge: sql`>=`,
  lt: sql`<`,
  le: sql`<=`,
};

/** A time compared as a filter says. @throws ScimError `invalidFilter` */
export function comparedTime(column: SQL, { with: operator, value }: Comparing): SQL {
  const at = new Date(String(value));
  const order = orderOf[operator];
  if (Number.isNaN(at.getTime()) || !order)
    throw new ScimError(400, "invalidFilter", "A time is compared by eq, ne, gt, ge, lt or le.");
  return sql`${column} ${order} ${at.toISOString()}::timestamptz`;
}

export const isTrue = (value: FilterValue): boolean => String(value).toLowerCase() === "true";

/** A column of ids compared with a public one: a text that is no id of this kind is no one's. */
export function comparedId(column: SQL, kind: IdKind, { with: operator, value }: Comparing): SQL {
  const id = typeof value === "string" ? decodeId(kind, value) : null;
  const isSame = id ? sql`${column} = ${id}::uuid` : never;
  if (operator === "ne") return sql`not (${isSame})`;
  return operator === "eq" ? isSame : never;
}

/** Where SQL finds the attributes of a resource, or of an element of a list. */
export interface Source {
  /** A JSON value of the attributes that have no column. */
  json: SQL;
  /** The condition on an attribute that has a column or is computed; null for one in `json`. */
  compare?(path: string, filter: Comparing): SQL | null;
  /** Attributes that every resource has. */
  always?: readonly string[];
  /** Lists whose elements are rows of other tables, by name. */
  lists?: Readonly<Record<string, RowList>>;
}

interface RowList {
  /** Some row of the list meets the condition. */
  some(holds: SQL): SQL;
  element: Source;
}

const pathOf = (place: Place): string => place.map(({ name }) => name).join(".");

/** Some element of a list meets the condition. */
function someElement(source: Source, { name }: Attribute, holds: (element: Source) => SQL): SQL {
  const rows = source.lists?.[name];
  if (rows) return rows.some(holds(rows.element));
  return sql`exists (select from jsonb_array_elements(coalesce(${source.json} -> ${name}::text, '[]'::jsonb)) element where ${holds({ json: sql`element` })})`;
}

/** The condition of a filter on a resource, or on an element of a list. @throws ScimError `invalidFilter` */
export function buildCondition(filter: Filter, source: Source): SQL {
  switch (filter.kind) {
    case "and":
      return sql`(${buildCondition(filter.left, source)} and ${buildCondition(filter.right, source)})`;
    case "or":
      return sql`(${buildCondition(filter.left, source)} or ${buildCondition(filter.right, source)})`;
    case "not":
      return sql`(${buildCondition(filter.inner, source)}) is not true`;
    case "some":
      return someElement(source, filter.place[0], (element) => buildCondition(filter.inner, element));
    case "present":
      return present(filter, source);
    case "compare":
      return comparison(filter, source);
  }
}

function present({ place }: { place: Place }, source: Source): SQL {
  const [{ name }] = place;
  if (source.always?.includes(pathOf(place)) || source.always?.includes(name)) return sql`true`;
  if (source.lists?.[name]) return source.lists[name].some(sql`true`);
  const column = source.compare?.(pathOf(place), { kind: "compare", place, with: "ne", value: null });
  return (
    column ?? sql`coalesce(jsonb_extract_path(${source.json}, ${keysOf(place)}), '[]'::jsonb) <> '[]'::jsonb`
  );
}

function comparison(filter: Comparing, source: Source): SQL {
  const { place } = filter;
  const column = source.compare?.(pathOf(place), filter);
  if (column) return column;
  const last = place[place.length - 1] as Attribute;
  const [list, part] = place;
  // A list that is compared itself means its values (RFC 7644, 3.4.2.2).
  if (list.kind === "list") {
    const key = part?.name ?? "value";
    return someElement(
      source,
      list,
      (element) =>
        element.compare?.(key, filter) ??
        compared(sql`${element.json} ->> ${key}::text`, filter, (part ?? list).isExact ?? false),
    );
  }
  return compared(textAt(source.json, place), filter, last.isExact ?? false);
}
