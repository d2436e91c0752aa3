import { and, asc, eq, gt, isNull } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { balanceAdjustments } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";

const reversals = alias(balanceAdjustments, "reversals");

/** The most that are found: a page names fewer. */
const most = 100;

/**
 * Corrections of closed days after a day that still count. Once these days are open, leave that is entered in them counts beside them.
 * @param through null for all closed days
 * @throws ApiError FORBIDDEN unless the caller is an administrator
 */
export async function findCorrections(ctx: Ctx, locationId: string, through: string | null) {
  requireAdmin(ctx);
  return scoped(workspaceOf(ctx.actor), balanceAdjustments)
    .select(ctx.db, {
      id: balanceAdjustments.id,
      userId: users.id,
      userName: users.name,
      correctsFrom: balanceAdjustments.correctsFrom,
      correctsTo: balanceAdjustments.correctsTo,
    })
    .innerJoin(users, eq(users.id, balanceAdjustments.userId))
    .leftJoin(reversals, eq(reversals.reversesId, balanceAdjustments.id))
    .where(
      and(
        eq(users.locationId, locationId),
        eq(users.status, "ACTIVE"),
        gt(balanceAdjustments.correctsTo, through ?? "0001-01-01"),
        isNull(reversals.id),
      ),
    )
    .orderBy(asc(balanceAdjustments.correctsFrom), asc(balanceAdjustments.id))
    .limit(most);
}
