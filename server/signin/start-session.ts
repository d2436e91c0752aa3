import { sessions } from "@/drizzle/schema/signin";
import type { Db } from "@/server/kernel/db";
import { newId } from "@/server/kernel/ids";
import type { Browser } from "./browser";
import { expiryOf } from "./find-session";
import type { SessionRef } from "./session-cookie";

/** Signs a person in on one browser. Who they are must have been proven before. */
export async function startSession(
  db: Db,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  browser: Browser,
  now: Date,
): Promise<SessionRef> {
  const sessionId = newId();
  await db.insert(sessions).values({
    workspaceId,
    id: sessionId,
    userId,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: expiryOf(now, now),
    ...browser,
  });
  return { workspaceId, sessionId };
}
