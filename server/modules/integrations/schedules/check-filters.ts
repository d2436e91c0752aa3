import { and, eq, not, notExists, type SQL, sql } from "drizzle-orm";
import { departments, labels, locations, userLabels } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import { reachesOf } from "@/server/access/covers";
import type { Ctx } from "@/server/access/ctx";
import { type Extent, isWithin } from "@/server/access/extent";
import { givenWorkspace, type Reach, workspaceOf } from "@/server/access/reach";
import { sameWorkspace, scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { ApiError, type FieldError, invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { because } from "@/server/kernel/reasons";

export interface Filters {
  locationIds: readonly string[];
  departmentIds: readonly string[];
  labelIds: readonly string[];
}
type FilterName = keyof Filters;

const tables = { locationIds: locations, departmentIds: departments, labelIds: labels } as const;
const nouns = { locationIds: "location", departmentIds: "department", labelIds: "label" } as const;
const missing = { locationIds: "locationHere", departmentIds: "departmentHere", labelIds: "label" } as const;
export const filterNames = Object.keys(tables) as FilterName[];

/** A condition on the users table within the scope: employees who belong to one of these. */
function belongsTo(scope: Extent, name: FilterName, ids: SQL): SQL {
  if (name === "locationIds") return sql`${users.locationId} = any(${ids})`;
  if (name === "departmentIds") return sql`${users.departmentId} = any(${ids})`;
  return sql`exists (select from ${userLabels} where ${sameWorkspace(scope, userLabels, users)}
    and ${userLabels.userId} = ${users.id} and ${userLabels.labelId} = any(${ids}))`;
}

/** Employees who match every filter. A condition on the users table of a prepared statement: run it with `reachParams` and `filterParams`. */
export const isLeftByFilters = and(
  ...filterNames.map((name) => {
    const ids = sql`${sql.placeholder(name)}::uuid[]`;
    return sql`(cardinality(${ids}) = 0 or ${belongsTo(givenWorkspace, name, ids)})`;
  }),
);

/** Values for the placeholders of `isLeftByFilters`. */
export const filterParams = ({ locationIds, departmentIds, labelIds }: Filters) => ({
  locationIds: arrayOf(locationIds),
  departmentIds: arrayOf(departmentIds),
  labelIds: arrayOf(labelIds),
});

const uuids = (ids: readonly string[]): SQL => sql`${arrayOf(ids)}::uuid[]`;

/** The ids among these that exist in the workspace. */
async function existing(ctx: Ctx, name: FilterName, ids: readonly string[]): Promise<Set<string>> {
  const table = tables[name];
  const rows = await scoped(workspaceOf(ctx.actor), table)
    .select(ctx.db, { id: table.id })
    .where(isAnyOf(table.id, ids));
  return new Set(rows.map(({ id }) => id));
}

/** Locations and departments by role; labels, and places outside the role, by the employees who are there. */
async function reached(ctx: Ctx, reach: Reach, name: FilterName, ids: readonly string[]): Promise<boolean> {
  if (reach.kind === "workspace" || ids.length === 0) return true;
  if (reach.kind === name.replace("Ids", "s")) return ids.every((id) => reach.ids.includes(id));
  // Labels belong to the whole workspace for any role that may read them (decision 5).
  if (name === "labelIds" && reach.kind === "locations")
    return (await existing(ctx, name, ids)).size === ids.length;
  const found = scoped(reach, users)
    .select(ctx.db, { id: users.id })
    .where(and(eq(users.status, "ACTIVE"), belongsTo(reach, name, sql`array[wanted.id]`)));
  const beyond = await ctx.db
    .select({ id: sql`wanted.id` })
    .from(sql`unnest(${uuids(ids)}) as wanted(id)`)
    .where(notExists(found))
    .limit(1);
  return beyond.length === 0;
}

/**
 * Filters that reference missing records are faults; for roles other than administrator, every reference must lie within reach.
 * @throws ApiError FORBIDDEN, decided before revealing which records exist
 */
export async function filterFaults(ctx: Ctx, filters: Partial<Filters>): Promise<FieldError[]> {
  const faults: FieldError[] = [];
  for (const name of filterNames) {
    const ids = filters[name] ?? [];
    for (const reach of reachesOf(ctx))
      if (!(await reached(ctx, reach, name, ids)))
        throw new ApiError("FORBIDDEN", {
          ...because("filterBeyond", { filter: name, noun: nouns[name] }),
        });
    if (ids.length === 0) continue;
    const found = await existing(ctx, name, ids);
    for (const [index, id] of ids.entries())
      if (!found.has(id)) faults.push({ path: `${name}.${index}`, ...fault(missing[name]) });
  }
  return faults;
}

/**
 * Acting on behalf of another user never widens a key (decision 4.9): a message shows its owner's employees, so the key's owner must reach
 * all employees who match the filters.
 * @throws ApiError FORBIDDEN
 */
async function requireKeyOwnersReach(ctx: Ctx, filters: Filters): Promise<void> {
  const keyReach = ctx.keyOwner?.reach;
  if (!keyReach || keyReach === ctx.reach || keyReach.kind === "workspace") return;
  const [beyond] = await scoped(ctx.reach, users)
    .select(ctx.db, { id: users.id })
    .where(
      and(
        eq(users.status, "ACTIVE"),
        ...filterNames
          .filter((name) => filters[name].length > 0)
          .map((name) => belongsTo(ctx.reach, name, uuids(filters[name]))),
        not(isWithin(keyReach)),
      ),
    )
    .limit(1);
  if (beyond)
    throw new ApiError("FORBIDDEN", {
      description: "This notification would show people the key's owner can't see.",
      resolution: "Use locationIds or departmentIds to limit it to people the key's owner manages.",
    });
}

/**
 * Checks filters as they will be stored. `named` are those in the request: the records of stored ones may have been deleted since, which
 * does not block a pause.
 * @throws ApiError FORBIDDEN when a filter lies beyond reach, VALIDATION_ERROR
 */
export async function checkFilters(
  tx: Ctx,
  filters: Filters,
  named: readonly FilterName[] = filterNames,
): Promise<void> {
  const faults = await filterFaults(tx, Object.fromEntries(named.map((name) => [name, filters[name]])));
  if (faults.length > 0) throw invalid(faults);
  await requireKeyOwnersReach(tx, filters);
}
