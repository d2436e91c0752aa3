import { and, eq, isNull } from "drizzle-orm";
import { invitations, sessions } from "@/drizzle/schema/signin";
import type { SecondFactorProof, SignInMethod } from "@/drizzle/schema/values";
import type { SystemContext } from "@/server/access/ctx";
import { hasFactor } from "@/server/access/has-factor";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { newId } from "@/server/kernel/ids";
import { recordAuditLines } from "@/server/modules/workspace/audit/record";
import { requireOpenSignIn } from "@/server/modules/workspace/sign-in-policy/require-open-sign-in";
import type { Browser } from "./browser";
import { createStep } from "./factors/sign-in-steps";
import { lockFactorsForSignIn } from "./factors/store";
import { expiryOf } from "./find-session";
import { notifyOfEmergency } from "./notify-of-emergency";
import type { SessionRef } from "./session-cookie";

/** The source of a sign-in, for the audit log. */
export const placeOf = ({ ip, userAgent }: Pick<Browser, "ip" | "userAgent">) => ({
  ip: { to: ip },
  userAgent: { to: userAgent },
});

/** A proof that may be of people in several workspaces. */
export type ProofMethod = Exclude<SignInMethod, "CONNECTION" | "PASSKEY">;

/** What a provider says of its own session. */
export interface ProviderSession {
  /** By `auth_time`; null when it did not say. */
  authenticatedAt: Date | null;
  /** `sid`; null when it did not say. */
  providerSessionId: string | null;
}

/** How a session begins. @param factor the second factor that was proven just now, by `completeStep` */
type Beginning = { browser: Browser; factor?: SecondFactorProof } & (
  | { method: ProofMethod }
  /** It is both steps in one: what it proves is a second factor, too (decision 2.17). */
  | { method: "PASSKEY"; factor: "PASSKEY" }
  | ({ method: "CONNECTION"; connection: { id: string; name: string } } & ProviderSession)
);

/** What a proof leads to: a session; or, for someone with a second factor, the secret of the step before it (decision 2.21). */
export type Started = { session: SessionRef } | { step: string };

/**
 * Signs in a person on one browser, if the workspace is open to this proof. Their identity must have been proven before; `tx` must be a
 * transaction. Every session begins here: someone with a second factor gets none without it, but through a connection.
 * @throws SignInClosedError
 */
export async function startSession(
  tx: SystemContext,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  beginning: Beginning,
  now: Date,
): Promise<Started> {
  const { db } = tx;
  const sessionId = newId();
  const { method, browser } = beginning;
  const { ip, userAgent } = browser;
  const connection = beginning.method === "CONNECTION" ? beginning.connection : null;
  const person = { workspaceId, userId };
  await lockFactorsForSignIn(db, person);
  const { isEmergency } = await requireOpenSignIn(db, person, method);
  const factor = beginning.factor ?? null;
  if (factor === null && method !== "CONNECTION" && method !== "PASSKEY" && (await hasFactor(db, person)))
    return { step: await createStep(db, person, { method }, now) };
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
    secondFactor: factor,
    factorProvenAt: factor === null ? null : now,
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
        ...(factor && method !== "PASSKEY" && { secondFactor: { to: factor } }),
        ...(connection && { connection: { to: connection.name } }),
        ...(isEmergency && { hasEmergencyAccess: { to: true } }),
        ...placeOf(browser),
      },
    },
  ]);
  if (isEmergency) await notifyOfEmergency(tx, person, browser);
  return { session: { workspaceId, sessionId } };
}
