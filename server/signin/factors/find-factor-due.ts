import { and, eq, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { sessions } from "@/drizzle/schema/signin";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import { day } from "@/server/kernel/time/clock";
import { factorDueAt, hasNoFactor } from "@/server/modules/workspace/sign-in-policy/factor-duty";
import { personOf } from "../person-of";
import type { Person } from "./store";

/**
 * From when on the acting person may do nothing else before they have added a second factor (decision 2.18).
 * @returns null when they have one, their workspace asks them for none, or a connection has signed them in
 */
export async function findFactorDue(ctx: Ctx): Promise<Date | null> {
  const { db } = ctx;
  const { sessionId, ...person } = personOf(ctx);
  const workspace = workspaceOf(person);
  const [found] = await scoped(workspace, sessions)
    .select(db, { dueAt: factorDueAt })
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(workspaces, eq(workspaces.id, sessions.workspaceId))
    .where(
      and(
        eq(sessions.id, sessionId),
        sql`${sessions.method} is distinct from 'CONNECTION'`,
        hasNoFactor(workspace),
      ),
    );
  return found?.dueAt ?? null;
}

/** Whether the policy lets the person have no second factor no longer. */
export async function needsFactor(db: Db, person: Person, now: Date): Promise<boolean> {
  const [found] = await scoped(workspaceOf(person), users)
    .select(db, { dueAt: factorDueAt })
    .innerJoin(workspaces, eq(workspaces.id, users.workspaceId))
    .where(eq(users.id, person.userId));
  return found?.dueAt != null && found.dueAt <= now;
}

/** The days until then, the current one included. */
export const daysUntil = (at: Date, now: Date): number =>
  Math.max(1, Math.ceil((at.getTime() - now.getTime()) / day));
