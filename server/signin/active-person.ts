import { and, eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { Db } from "@/server/kernel/db";

/** The person's e-mail address; null when they may not sign in (decision 2.1). */
export async function findActiveEmail(
  db: Db,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<string | null> {
  const [found] = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.workspaceId, workspaceId), eq(users.id, userId), eq(users.status, "ACTIVE")));
  return found?.email ?? null;
}
