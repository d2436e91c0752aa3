import { and, eq, isNull } from "drizzle-orm";
import { sessions } from "@/drizzle/schema/signin";
import type { SignInMethod } from "@/drizzle/schema/values";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { SignedIn } from "@/server/access/signed-in";
import type { Db } from "@/server/kernel/database/db";
import type { Services } from "@/server/kernel/services";
import { plus, second } from "@/server/kernel/time/clock";
import { findRequest, type StoredRequest } from "./find-request";

/** When a person was authenticated. */
export interface Authentication {
  authenticatedAt: Date;
  /** False when the identity provider did not say, so that `authenticatedAt` is only the latest possible time. */
  isKnown: boolean;
}

/** The columns of an `Authentication`. */
export const authenticationFields = {
  createdAt: sessions.createdAt,
  method: sessions.method,
  providerTime: sessions.authenticatedAt,
};

/** When the person of a session was authenticated: by their provider, or by us as it began. */
export const authenticationOf = (session: {
  createdAt: Date;
  method: SignInMethod | null;
  providerTime: Date | null;
}): Authentication => ({
  authenticatedAt: session.providerTime ?? session.createdAt,
  isKnown: session.providerTime !== null || session.method !== "CONNECTION",
});

/**
 * The earliest acceptable sign-in; null when any is acceptable. Relative to the arrival of the request, so that signing in once is enough,
 * however long the user then looks at the page.
 */
function earliestSignIn({ prompts, maxAgeSeconds, createdAt }: StoredRequest): Date | null {
  if (prompts.includes("login")) return createdAt;
  return maxAgeSeconds === null ? null : plus(createdAt, -maxAgeSeconds * second);
}

/** Whether a sign-in is recent enough for `prompt=login` and `max_age` (OpenID Connect Core, 3.1.2.1). */
export function isRecentEnough(
  request: StoredRequest,
  { authenticatedAt, isKnown }: Authentication,
): boolean {
  const earliest = earliestSignIn(request);
  return earliest === null || (isKnown && authenticatedAt >= earliest);
}

/** Whether a signed-in user has to sign in again before they may answer. */
export async function mustSignInAgain(
  db: Db,
  request: StoredRequest,
  { actor, sessionId }: SignedIn,
): Promise<boolean> {
  if (earliestSignIn(request) === null) return false;
  const [session] = await scoped(workspaceOf(actor), sessions)
    .select(db, authenticationFields)
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)));
  return !session || !isRecentEnough(request, authenticationOf(session));
}

/** What a request demands of a sign-in at an identity provider (decision 2.11); null when any sign-in is acceptable, or it has expired. */
export async function findFreshSignIn({ db, clock }: Services, session: string) {
  const found = await findRequest(db, session);
  const after = found && earliestSignIn(found.request);
  if (!found || !after || found.request.expiresAt <= clock()) return null;
  const isPrompted = found.request.prompts.includes("login");
  return { after, isPrompted, maxAgeSeconds: isPrompted ? 0 : (found.request.maxAgeSeconds ?? 0) };
}
