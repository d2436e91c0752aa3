import { asc, eq } from "drizzle-orm";
import { leaveRules } from "@/drizzle/schema/leave-rules";
import type { Ctx } from "@/server/access/ctx";
import { viewerOf } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { readEmployee } from "@/server/modules/leave/calendars/read-employee";
import { type RuleRow, readPlace, ruleFields } from "./find-enabled-rules";
import { concernsPerson } from "./policy";

const fields = {
  ...ruleFields,
  isEnabled: leaveRules.isEnabled,
  createdAt: leaveRules.createdAt,
  updatedAt: leaveRules.updatedAt,
};

/**
 * The rules that the caller may read, oldest first: administrators all, location admins the ones that concern one of their locations or
 * every location, others the ones that are on and concern them.
 */
export async function listRules(ctx: Ctx): Promise<RuleRow[]> {
  const rows = await scoped(workspaceOf(ctx.actor), leaveRules)
    .select(ctx.db, fields)
    .orderBy(asc(leaveRules.id));
  const { role, locationIds, userId } = viewerOf(ctx);
  if (role === "ADMIN") return rows;
  if (role === "LOCATION_ADMIN")
    return rows.filter(
      (rule) => rule.locationIds.length === 0 || rule.locationIds.some((id) => locationIds.includes(id)),
    );
  const self = rows.length > 0 && userId ? await readEmployee(ctx, userId) : null;
  if (!self) return [];
  const place = await readPlace(ctx, self);
  return rows.filter((rule) => rule.isEnabled && concernsPerson(rule, place));
}

/** One rule that the caller may read. @throws ApiError RESOURCE_NOT_FOUND */
export async function getRule(ctx: Ctx, id: string): Promise<RuleRow> {
  const found = (await listRules(ctx)).find((rule) => rule.id === id);
  if (!found) throw new ApiError("RESOURCE_NOT_FOUND");
  return found;
}

/** Locks a rule that is written. @throws ApiError RESOURCE_NOT_FOUND */
export async function lockRule(tx: Ctx, id: string): Promise<RuleRow> {
  const [row] = await scoped(workspaceOf(tx.actor), leaveRules)
    .select(tx.db, fields)
    .where(eq(leaveRules.id, id))
    .for("update");
  if (!row) throw new ApiError("RESOURCE_NOT_FOUND");
  return row;
}
