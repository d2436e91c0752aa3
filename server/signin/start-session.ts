import { and, eq, isNull } from "drizzle-orm";
import { invitations, sessions } from "@/drizzle/schema/signin";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import { newId } from "@/server/kernel/ids";
import { recordAuditLines } from "@/server/modules/workspace/audit/record";
import type { Browser } from "./browser";
import { expiryOf } from "./find-session";
import type { SessionRef } from "./session-cookie";

/** The source of a sign-in, for the audit log. */
export const placeOf = ({ ip, userAgent }: Browser) => ({ ip: { to: ip }, userAgent: { to: userAgent } });

/** The proof of identity. */
export type SignInMethod = "PASSWORD" | "LINK" | "GOOGLE" | "MICROSOFT" | "SLACK";

/** Signs in a person on one browser. Their identity must have been proven before; `db` must be a transaction. */
export async function startSession(
  db: Db,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  { method, browser }: { method: SignInMethod; browser: Browser },
  now: Date,
): Promise<SessionRef> {
  const sessionId = newId();
  const { ip, userAgent } = browser;
  await db.insert(sessions).values({
    workspaceId,
    id: sessionId,
    userId,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: expiryOf(now, now),
    ip,
    userAgent,
  });
  await scoped(workspaceOf({ workspaceId }), invitations)
    .update(db)
    .set({ acceptedAt: now })
    .where(and(eq(invitations.userId, userId), isNull(invitations.acceptedAt)));
  await recordAuditLines(db, { workspaceId, at: now, actingUserId: userId }, [
    {
      action: "session.create",
      resourceType: "session",
      resourceId: sessionId,
      changes: { method: { to: method }, ...placeOf(browser) },
    },
  ]);
  return { workspaceId, sessionId };
}
