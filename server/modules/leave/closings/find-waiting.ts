import { and, asc, eq, lte, type SQL, sql } from "drizzle-orm";
import { credits } from "@/drizzle/schema/credits";
import { leaves, waitsForDecision } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";

/** Leave, or the change that its person asked for, that begins on a day or before. */
const beginsBy = (through: string): SQL =>
  sql`least(${leaves.startDate}, (${leaves.wantedChange} ->> 'startDate')::date) <= ${through}::date`;

/** Leave of a location's people that waits for a decision and has days up to a day, earliest first. */
export async function findWaiting(ctx: Ctx, locationId: string, through: string) {
  return scoped(workspaceOf(ctx.actor), leaves)
    .select(ctx.db, {
      id: leaves.id,
      userId: leaves.userId,
      userName: users.name,
      startDate: leaves.startDate,
      endDate: leaves.endDate,
    })
    .innerJoin(users, and(eq(users.id, leaves.userId), eq(users.locationId, locationId)))
    .where(and(waitsForDecision(leaves), beginsBy(through)))
    .orderBy(asc(leaves.startDate), asc(leaves.id));
}

/** Credits of a location's people that wait for a decision and begin up to a day, earliest first. */
export async function findWaitingCredits(ctx: Ctx, locationId: string, through: string) {
  return scoped(workspaceOf(ctx.actor), credits)
    .select(ctx.db, {
      id: credits.id,
      userId: credits.userId,
      userName: users.name,
      days: credits.days,
      earnedOn: credits.earnedOn,
    })
    .innerJoin(users, and(eq(users.id, credits.userId), eq(users.locationId, locationId)))
    .where(and(eq(credits.status, "OPEN"), lte(credits.earnedOn, through)))
    .orderBy(asc(credits.earnedOn), asc(credits.id));
}
