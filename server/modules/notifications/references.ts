import { and, eq, not, type SQL, sql } from "drizzle-orm";
import { departments, labels, locations, userLabels } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import { reachesOf } from "@/server/access/covers";
import type { Ctx } from "@/server/access/ctx";
import { type Reach, reachParams, withinReach } from "@/server/access/reach";
import { ApiError, type FieldError } from "@/server/kernel/errors";

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

const uuids = (ids: readonly string[]): SQL => sql`${sql.param([...ids])}::uuid[]`;

/** What of these exists in the workspace. */
async function existing(ctx: Ctx, name: FilterName, ids: readonly string[]): Promise<Set<string>> {
  const table = tables[name];
  const rows = await ctx.db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.workspaceId, ctx.actor.workspaceId), sql`${table.id} = any(${uuids(ids)})`));
  return new Set(rows.map(({ id }) => id));
}

/** Locations and departments by role; labels, and places that a role does not name, by the people who are there. */
async function reached(ctx: Ctx, reach: Reach, name: FilterName, ids: readonly string[]): Promise<boolean> {
  if (reach.kind === "workspace" || ids.length === 0) return true;
  if (reach.kind === name.replace("Ids", "s")) return ids.every((id) => reach.ids.includes(id));
  // Labels belong to the whole workspace for whoever may read them (decision 5).
  if (name === "labelIds" && reach.kind === "locations")
    return (await existing(ctx, name, ids)).size === ids.length;
  const rows = await ctx.db.execute(sql`
    select 1 from unnest(${uuids(ids)}) as wanted(id) where not exists (
      select from ${users} where ${users.workspaceId} = ${reach.workspaceId} and ${users.status} = 'ACTIVE'
        and ${sql`${users[columnOf(reach)]}`} = any(${uuids(reach.ids)})
        and ${belongsTo(name, sql`array[wanted.id]`)})
    limit 1`);
  return rows.length === 0;
}

const columnOf = (reach: Exclude<Reach, { kind: "workspace" }>) =>
  (({ locations: "locationId", departments: "departmentId", self: "id" }) as const)[reach.kind];

/**
 * Filters that name what does not exist are faults; for others than administrators everything named must lie within reach.
 * @throws ApiError FORBIDDEN, decided before anything is told of what exists
 */
export async function filterFaults(ctx: Ctx, filters: Partial<Filters>): Promise<FieldError[]> {
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
export async function requireKeyOwnersReach(ctx: Ctx, filters: Filters): Promise<void> {
  const keyReach = ctx.keyOwner?.reach;
  if (!keyReach || keyReach === ctx.reach || keyReach.kind === "workspace") return;
  const own = sql`${users[columnOf(keyReach)]} = any(${uuids(keyReach.ids)})`;
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
