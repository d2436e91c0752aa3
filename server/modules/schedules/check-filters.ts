import { and, eq, not, notExists, type SQL, sql } from "drizzle-orm";
import { departments, labels, locations, userLabels } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import { reachesOf } from "@/server/access/covers";
import type { Ctx } from "@/server/access/ctx";
import { type Reach, reachParams, withinReach } from "@/server/access/reach";
import { arrayOf } from "@/server/kernel/db";
import { ApiError, type FieldError, invalid } from "@/server/kernel/errors";
import { isAnyOf } from "@/server/kernel/sql-parts";

export interface Filters {
  locationIds: readonly string[];
  departmentIds: readonly string[];
  labelIds: readonly string[];
}
type FilterName = keyof Filters;

const tables = { locationIds: locations, departmentIds: departments, labelIds: labels } as const;
const nouns = { locationIds: "location", departmentIds: "department", labelIds: "label" } as const;
export const filterNames = Object.keys(tables) as FilterName[];

/** People who belong to one of these; a condition on the users table. */
export function belongsTo(name: FilterName, ids: SQL): SQL {
  if (name === "locationIds") return sql`${users.locationId} = any(${ids})`;
  if (name === "departmentIds") return sql`${users.departmentId} = any(${ids})`;
  return sql`exists (select from ${userLabels} where ${userLabels.workspaceId} = ${users.workspaceId}
    and ${userLabels.userId} = ${users.id} and ${userLabels.labelId} = any(${ids}))`;
}

const uuids = (ids: readonly string[]): SQL => sql`${arrayOf(ids)}::uuid[]`;

/** What of these exists in the workspace. */
async function existing(ctx: Ctx, name: FilterName, ids: readonly string[]): Promise<Set<string>> {
  const table = tables[name];
  const rows = await ctx.db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.workspaceId, ctx.actor.workspaceId), isAnyOf(table.id, ids)));
  return new Set(rows.map(({ id }) => id));
}

/** Locations and departments by role; labels, and places that a role does not name, by the people who are there. */
async function reached(ctx: Ctx, reach: Reach, name: FilterName, ids: readonly string[]): Promise<boolean> {
  if (reach.kind === "workspace" || ids.length === 0) return true;
  if (reach.kind === name.replace("Ids", "s")) return ids.every((id) => reach.ids.includes(id));
  // Labels belong to the whole workspace for whoever may read them (decision 5).
  if (name === "labelIds" && reach.kind === "locations")
    return (await existing(ctx, name, ids)).size === ids.length;
  const found = ctx.db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.workspaceId, reach.workspaceId),
        eq(users.status, "ACTIVE"),
        isAnyOf(users[columnOf(reach)], reach.ids),
        belongsTo(name, sql`array[wanted.id]`),
      ),
    );
  const beyond = await ctx.db
    .select({ id: sql`wanted.id` })
    .from(sql`unnest(${uuids(ids)}) as wanted(id)`)
    .where(notExists(found))
    .limit(1);
  return beyond.length === 0;
}

const columnOf = (reach: Exclude<Reach, { kind: "workspace" }>) =>
  (({ locations: "locationId", departments: "departmentId", self: "id" }) as const)[reach.kind];

/**
 * Filters that name what does not exist are faults; for others than administrators everything named must lie within reach.
 * @throws ApiError FORBIDDEN, decided before anything is told of what exists
 */
async function filterFaults(ctx: Ctx, filters: Partial<Filters>): Promise<FieldError[]> {
  const faults: FieldError[] = [];
  for (const name of filterNames) {
    const ids = filters[name] ?? [];
    for (const reach of reachesOf(ctx))
      if (!(await reached(ctx, reach, name, ids)))
        throw new ApiError("FORBIDDEN", {
          description: `${name} includes a ${nouns[name]} the acting user can't access.`,
        });
    if (ids.length === 0) continue;
    const found = await existing(ctx, name, ids);
    for (const [index, id] of ids.entries())
      if (!found.has(id))
        faults.push({ path: `${name}.${index}`, message: `Must be a ${nouns[name]} in this workspace.` });
  }
  return faults;
}

/**
 * Acting for another never widens a key (decision 4.9): a message shows its owner's people, so the key's owner must reach all of
 * those that the filters leave.
 * @throws ApiError FORBIDDEN
 */
async function requireKeyOwnersReach(ctx: Ctx, filters: Filters): Promise<void> {
  const keyReach = ctx.keyOwner?.reach;
  if (!keyReach || keyReach === ctx.reach || keyReach.kind === "workspace") return;
  const own = isAnyOf(users[columnOf(keyReach)], keyReach.ids);
  const [beyond] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        withinReach(ctx.reach.kind),
        eq(users.status, "ACTIVE"),
        ...filterNames
          .filter((name) => filters[name].length > 0)
          .map((name) => belongsTo(name, uuids(filters[name]))),
        not(own),
      ),
    )
    .limit(1)
    .prepare("beyond_key_owner")
    .execute(reachParams(ctx.reach));
  if (beyond)
    throw new ApiError("FORBIDDEN", {
      description: "This notification would show people the key's owner can't see.",
      resolution: "Use locationIds or departmentIds to limit it to people the key's owner manages.",
    });
}

/**
 * Filters as they will stand. `named` are those that the caller wrote: others may have gone since, and do not block a pause.
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
