import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { departments, labels, locations } from "@/drizzle/schema/directory";
import { attributeMappings, attributeMappingValues } from "@/drizzle/schema/provisioning";
import { type AttributeTarget, enterpriseUserSchema, type MappableAttribute } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { statement } from "@/server/kernel/database/db";

/** What decides a target. */
export interface AttributeRule {
  /** Null where no attribute decides. */
  attribute: MappableAttribute | null;
  /** What values mean where they are not the name: the id of a location, department or label. */
  values: readonly { value: string; id: string }[];
}
export type AttributeRules = Readonly<Record<AttributeTarget, AttributeRule>>;

/** Before an administrator chooses (decision 2.31). */
const usualAttribute = { LOCATION: null, DEPARTMENT: "department", LABEL: null } as const;

const tables = { LOCATION: locations, DEPARTMENT: departments, LABEL: labels } as const;

/** What decides about a connection's people. */
export async function findAttributeRules(ctx: Ctx, connectionId: string): Promise<AttributeRules> {
  const workspace = workspaceOf(ctx.actor);
  const chosen = await scoped(workspace, attributeMappings)
    .select(ctx.db, { target: attributeMappings.target, attribute: attributeMappings.attribute })
    .where(eq(attributeMappings.connectionId, connectionId));
  const meanings =
    chosen.length === 0
      ? []
      : await scoped(workspace, attributeMappingValues)
          .select(ctx.db, getTableColumns(attributeMappingValues))
          .where(eq(attributeMappingValues.connectionId, connectionId))
          .orderBy(attributeMappingValues.valueKey);
  const ruleOf = (target: AttributeTarget): AttributeRule => {
    const row = chosen.find((one) => one.target === target);
    return {
      attribute: row ? row.attribute : usualAttribute[target],
      values: meanings
        .filter((one) => one.target === target)
        .map(({ value, locationId, departmentId, labelId }) => ({
          value,
          id: locationId ?? departmentId ?? labelId ?? "",
        })),
    };
  };
  return { LOCATION: ruleOf("LOCATION"), DEPARTMENT: ruleOf("DEPARTMENT"), LABEL: ruleOf("LABEL") };
}

type Held = Record<string, unknown>;
const isHeld = (value: unknown): value is Held => typeof value === "object" && value !== null;

/** The primary address, else the first. */
function addressIn({ addresses }: Held): Held {
  const list = Array.isArray(addresses) ? addresses.filter(isHeld) : [];
  return list.find(({ primary }) => primary === true) ?? list[0] ?? {};
}

/** What the directory says of a person as this attribute; null when it says nothing. */
export function attributeValue(
  attributes: object | null,
  attribute: MappableAttribute | null,
): string | null {
  if (!attributes || !attribute) return null;
  const held = attributes as Held;
  const enterprise = isHeld(held[enterpriseUserSchema]) ? held[enterpriseUserSchema] : {};
  const from = {
    ...{ department: enterprise, division: enterprise, costCenter: enterprise, organization: enterprise },
    ...{ title: held, userType: held },
    ...{ country: addressIn(held), region: addressIn(held), locality: addressIn(held) },
  }[attribute];
  const value = from[attribute];
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

/** The form in which values and names are compared. */
export const valueKeyOf = (value: SQL | string): SQL<string> =>
  sql<string>`case_folded(trim(${value}::text))`;

const { placeholder } = sql;
const givenKey = valueKeyOf(sql`given.value`);

const findIn = (table: (typeof tables)[AttributeTarget]) =>
  statement<{ value: string; id: string }>(sql`
    select given.value, coalesce(chosen.id, ${table.id}) as id
    from unnest(${placeholder("values")}::text[]) as given(value)
    left join unnest(${placeholder("chosenValues")}::text[], ${placeholder("chosenIds")}::uuid[]) as chosen(value, id)
      on ${valueKeyOf(sql`chosen.value`)} = ${givenKey}
    left join ${table} on ${table.workspaceId} = ${placeholder("workspaceId")}::uuid and ${table.nameKey} = ${givenKey}
    where coalesce(chosen.id, ${table.id}) is not null`);

const finders = { LOCATION: findIn(locations), DEPARTMENT: findIn(departments), LABEL: findIn(labels) };

/**
 * What values of an attribute mean as a target: what the rule says, else the location, department or label of that name. A value that means
 * nothing is missing.
 */
export async function findMeanings(
  ctx: Ctx,
  target: AttributeTarget,
  rule: AttributeRule,
  values: readonly string[],
): Promise<Map<string, string>> {
  if (values.length === 0) return new Map();
  const rows = await finders[target](ctx.db, {
    workspaceId: ctx.actor.workspaceId,
    values: arrayOf([...new Set(values)]),
    chosenValues: arrayOf(rule.values.map(({ value }) => value)),
    chosenIds: arrayOf(rule.values.map(({ id }) => id)),
  });
  return new Map(rows.map(({ value, id }) => [value, id]));
}
