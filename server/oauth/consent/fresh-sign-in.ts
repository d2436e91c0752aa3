import { and, eq, isNull } from "drizzle-orm";
import { sessions } from "@/drizzle/schema/signin";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { SignedIn } from "@/server/access/signed-in";
import type { Db } from "@/server/kernel/database/db";
import { plus, second } from "@/server/kernel/time/clock";
import type { StoredRequest } from "./find-request";

/**
 * The earliest acceptable sign-in; null when any is acceptable. Relative to the arrival of the request, so that signing in once is enough,
 * however long the user then looks at the page.
 */
function earliestSignIn({ prompts, maxAgeSeconds, createdAt }: StoredRequest): Date | null {
  if (prompts.includes("login")) return createdAt;
  return maxAgeSeconds === null ? null : plus(createdAt, -maxAgeSeconds * second);
}

/** Whether a sign-in is recent enough for `prompt=login` and `max_age` (OpenID Connect Core, 3.1.2.1). */
export function isRecentEnough(request: StoredRequest, authenticatedAt: Date): boolean {
  const earliest = earliestSignIn(request);
  return earliest === null || authenticatedAt >= earliest;
}

/** Whether a signed-in user has to sign in again before they may answer. */
export async function mustSignInAgain(
  db: Db,
  request: StoredRequest,
  { actor, sessionId }: SignedIn,
): Promise<boolean> {
  if (earliestSignIn(request) === null) return false;
  const [session] = await scoped(workspaceOf(actor), sessions)
    .select(db, { authenticatedAt: sessions.createdAt })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)));
  return !session || !isRecentEnough(request, session.authenticatedAt);
}
