import { lt, or } from "drizzle-orm";
import { sessions, signinTokens } from "@/drizzle/schema/signin";
import { everyWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { day, plus } from "@/server/kernel/clock";
import type { Db } from "@/server/kernel/db";
import { deleteFullThrottles } from "@/server/kernel/throttle";

/** How long what has ended is kept, for questions that come afterwards. */
const keptMs = 7 * day;

const over = everyWorkspace("what is over");

/** Removes sessions and mailed secrets that ended more than a week ago, and throttles that are full again. */
export async function deleteExpiredSignin(db: Db, now: Date): Promise<{ deletedCount: number }> {
  const before = plus(now, -keptMs);
  const ended = await scoped(over, sessions)
    .delete(db)
    .where(or(lt(sessions.expiresAt, before), lt(sessions.revokedAt, before)))
    .returning({ id: sessions.id });
  const tokens = await scoped(over, signinTokens)
    .delete(db)
    .where(lt(signinTokens.expiresAt, before))
    .returning({ userId: signinTokens.userId });
  return { deletedCount: ended.length + tokens.length + (await deleteFullThrottles(db, now)) };
}
