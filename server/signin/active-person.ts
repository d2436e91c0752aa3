import { and, eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/db";

/** The person's e-mail address; null when they may not sign in (decision 2.1). */
export async function findActiveEmail(
  db: Db,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<string | null> {
  const [found] = await scoped(workspaceOf({ workspaceId }), users)
    .select(db, { email: users.email })
    .where(and(eq(users.id, userId), eq(users.status, "ACTIVE")));
  return found?.email ?? null;
}
