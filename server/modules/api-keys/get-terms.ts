import { asc, eq } from "drizzle-orm";
import { departments, locations } from "@/drizzle/schema/directory";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import type { Role } from "@/server/access/roles";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { isAnyOf } from "@/server/kernel/sql-parts";
import { listAdministrators } from "@/server/modules/people/list-administrators";

/** What decides about a person's keys, for the pages to explain. */
export interface KeyTerms {
  role: Role;
  /** Names of the locations or departments that the role reaches; empty for the whole workspace and for oneself. */
  reachNames: string[];
  addOn: "active" | "plan" | "off";
  administrators: string[];
  /** Where keys are used. */
  baseUrl: string;
}

/** The actor's role and reach in words, and whether the workspace has the add-on (decision 4.3). */
export async function getKeyTerms(ctx: Ctx): Promise<KeyTerms> {
  const [addOn, reachNames, administrators] = await Promise.all([
    addOnOf(ctx),
    reachNamesOf(ctx),
    listAdministrators(ctx),
  ]);
  return {
    role: ctx.actor.role,
    reachNames,
    addOn,
    administrators,
    baseUrl: ctx.services.settings.baseUrl,
  };
}

async function addOnOf(ctx: Ctx): Promise<KeyTerms["addOn"]> {
  const [workspace] = await ctx.db
    .select({ plan: workspaces.plan, enabled: workspaces.openApiEnabled })
    .from(workspaces)
    .where(eq(workspaces.id, ctx.actor.workspaceId));
  if (!workspace) throw new ApiError("FORBIDDEN");
  if (workspace.plan === "FREE") return "plan";
  return workspace.enabled ? "active" : "off";
}

async function reachNamesOf({ actor, db }: Ctx): Promise<string[]> {
  const table = { LOCATION_ADMIN: locations, APPROVER: departments, ADMIN: null, USER: null }[actor.role];
  if (!table) return [];
  const ids = actor.role === "LOCATION_ADMIN" ? actor.locationIds : actor.departmentIds;
  const rows = await scoped(workspaceOf(actor), table)
    .select(db, { name: table.name })
    .where(isAnyOf(table.id, ids))
    .orderBy(asc(table.name));
  return rows.map(({ name }) => name);
}
