import { and, eq, isNull } from "drizzle-orm";
import { invitations, sessions } from "@/drizzle/schema/signin";
import type { SignInMethod } from "@/drizzle/schema/values";
import type { SystemContext } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { newId } from "@/server/kernel/ids";
import { recordAuditLines } from "@/server/modules/workspace/audit/record";
import { requireOpenSignIn } from "@/server/modules/workspace/sign-in-policy/require-open-sign-in";
import type { Browser } from "./browser";
import { expiryOf } from "./find-session";
import { notifyOfEmergency } from "./notify-of-emergency";
import type { SessionRef } from "./session-cookie";

/** The source of a sign-in, for the audit log. */
export const placeOf = ({ ip, userAgent }: Pick<Browser, "ip" | "userAgent">) => ({
  ip: { to: ip },
  userAgent: { to: userAgent },
});

/** A proof that may be of people in several workspaces. */
export type ProofMethod = Exclude<SignInMethod, "CONNECTION">;

/** What a provider says of its own session. */
export interface ProviderSession {
  /** By `auth_time`; null when it did not say. */
  authenticatedAt: Date | null;
  /** `sid`; null when it did not say. */
  providerSessionId: string | null;
}

/** How a session begins. */
type Beginning = { browser: Browser } & (
  | { method: ProofMethod }
  | ({ method: "CONNECTION"; connection: { id: string; name: string } } & ProviderSession)
);

/**
 * Signs in a person on one browser, if the workspace is open to this proof. Their identity must have been proven before; `tx` must be a
 * transaction.
 * @throws SignInClosedError
 */
export async function startSession(
  tx: SystemContext,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  beginning: Beginning,
  now: Date,
): Promise<SessionRef> {
  const { db } = tx;
  const sessionId = newId();
  const { method, browser } = beginning;
  const { ip, userAgent } = browser;
  const connection = beginning.method === "CONNECTION" ? beginning.connection : null;
  const { isEmergency } = await requireOpenSignIn(db, { workspaceId, userId }, method);
  await db.insert(sessions).values({
    workspaceId,
    id: sessionId,
    userId,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: expiryOf(now, now),
    ip,
    userAgent,
    method,
    connectionId: connection?.id ?? null,
    authenticatedAt: beginning.method === "CONNECTION" ? beginning.authenticatedAt : null,
    providerSessionId: beginning.method === "CONNECTION" ? beginning.providerSessionId : null,
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
      changes: {
        method: { to: method },
        ...(connection && { connection: { to: connection.name } }),
        ...(isEmergency && { hasEmergencyAccess: { to: true } }),
        ...placeOf(browser),
      },
    },
  ]);
  if (isEmergency) await notifyOfEmergency(tx, { workspaceId, userId }, browser);
  return { workspaceId, sessionId };
}
