import { and, asc, type SQL, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { provisionedPeople } from "@/drizzle/schema/provisioning";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { likeLiteral } from "@/server/kernel/database/name-search";
import { decodeId } from "@/server/kernel/schema";
import type { Attribute, Place } from "./attributes";
import type { Filter, FilterValue } from "./filter";
import type { ProvisionedRow } from "./present";
import { ScimError } from "./scim-error";
import { ofDirectory, selectProvisioned } from "./store";

type Comparing = Extract<Filter, { kind: "compare" }>;

const never = sql`false`;
const keysOf = (place: readonly Attribute[]) =>
  sql.join(
    place.map(({ name }) => sql`${name}::text`),
    sql`, `,
  );

/** A text at a place below a JSON value. */
const textAt = (json: SQL, place: readonly Attribute[]): SQL =>
  sql`jsonb_extract_path_text(${json}, ${keysOf(place)})`;

function compared(text: SQL, { with: operator, value }: Comparing, isExact: boolean): SQL {
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

function comparedTime(column: SQL, { with: operator, value }: Comparing): SQL {
  const at = new Date(String(value));
  const order = orderOf[operator];
  if (Number.isNaN(at.getTime()) || !order)
    throw new ScimError(400, "invalidFilter", "A time is compared by eq, ne, gt, ge, lt or le.");
  return sql`${column} ${order} ${at.toISOString()}::timestamptz`;
}

const isTrue = (value: FilterValue): boolean => String(value).toLowerCase() === "true";

/** Attributes that have a column, or are computed. */
function columnCondition(path: string, filter: Comparing): SQL | null {
  const { with: operator, value } = filter;
  switch (path) {
    case "id": {
      const id = typeof value === "string" ? decodeId("user", value) : null;
      const isSame = id ? sql`${provisionedPeople.userId} = ${id}::uuid` : never;
      return operator === "ne" ? sql`not (${isSame})` : operator === "eq" ? isSame : never;
    }
    case "userName":
      return compared(sql`${provisionedPeople.userName}`, filter, false);
    case "externalId":
      return compared(sql`${provisionedPeople.externalId}`, filter, true);
    case "active":
      return (operator === "ne") === isTrue(value)
        ? sql`${users.status} <> 'ACTIVE'`
        : sql`${users.status} = 'ACTIVE'`;
    case "meta.created":
      return comparedTime(sql`${provisionedPeople.createdAt}`, filter);
    case "meta.lastModified":
      return comparedTime(sql`greatest(${provisionedPeople.updatedAt}, ${users.updatedAt})`, filter);
    default:
      return null;
  }
}

const pathOf = (place: Place): string => place.map(({ name }) => name).join(".");

/** Some element of a list at this place meets the condition. */
const someElement = (json: SQL, { name }: Attribute, holds: (element: SQL) => SQL): SQL =>
  sql`exists (select from jsonb_array_elements(coalesce(${json} -> ${name}::text, '[]'::jsonb)) element where ${holds(sql`element`)})`;

/** The condition of a filter on a JSON value, whose columns are those of people where it is the resource itself. */
function conditionOf(filter: Filter, json: SQL, isResource: boolean): SQL {
  switch (filter.kind) {
    case "and":
      return sql`(${conditionOf(filter.left, json, isResource)} and ${conditionOf(filter.right, json, isResource)})`;
    case "or":
      return sql`(${conditionOf(filter.left, json, isResource)} or ${conditionOf(filter.right, json, isResource)})`;
    case "not":
      return sql`(${conditionOf(filter.inner, json, isResource)}) is not true`;
    case "some":
      return someElement(json, filter.place[0], (element) => conditionOf(filter.inner, element, false));
    case "present": {
      if (isResource && ["id", "userName", "active"].includes(pathOf(filter.place))) return sql`true`;
      if (isResource && filter.place[0].name === "meta") return sql`true`;
      return sql`coalesce(jsonb_extract_path(${json}, ${keysOf(filter.place)}), '[]'::jsonb) <> '[]'::jsonb`;
    }
    case "compare":
      return comparison(filter, json, isResource);
  }
}

function comparison(filter: Comparing, json: SQL, isResource: boolean): SQL {
  const { place } = filter;
  const column = isResource ? columnCondition(pathOf(place), filter) : null;
  if (column) return column;
  const last = place[place.length - 1] as Attribute;
  const [list, part] = place;
  // A list that is compared itself means its values (RFC 7644, 3.4.2.2).
  if (list.kind === "list") {
    const key = part?.name ?? "value";
    return someElement(json, list, (element) =>
      compared(sql`${element} ->> ${key}::text`, filter, (part ?? list).isExact ?? false),
    );
  }
  return compared(textAt(json, place), filter, last.isExact ?? false);
}

export interface ProvisionedPage {
  rows: ProvisionedRow[];
  total: number;
}

/**
 * The directory's people that a filter selects, in the order of their creation.
 * @param page `skip` rows, then at most `take`
 */
export async function listProvisioned(
  ctx: Ctx,
  filter: Filter | null,
  { skip, take }: { skip: number; take: number },
): Promise<ProvisionedPage> {
  const which = and(
    ofDirectory(ctx),
    filter ? conditionOf(filter, sql`${provisionedPeople.attributes}`, true) : undefined,
  );
  const counting = scoped(workspaceOf(ctx.actor), provisionedPeople)
    .select(ctx.db, { total: sql<number>`count(*)::int` })
    .innerJoin(users, sql`${users.id} = ${provisionedPeople.userId}`)
    .where(which);
  const rows =
    take === 0
      ? []
      : await selectProvisioned(ctx)
          .where(which)
          .orderBy(asc(provisionedPeople.createdAt), asc(provisionedPeople.userId))
          .limit(take)
          .offset(skip);
  // A page that is not full says how many there are.
  if (rows.length > 0 && rows.length < take) return { rows, total: skip + rows.length };
  const [counted] = await counting;
  return { rows, total: counted?.total ?? 0 };
}
