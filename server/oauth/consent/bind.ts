import { randomBytes } from "node:crypto";
import { and, eq, gt, isNull } from "drizzle-orm";
import { oauthRequests } from "@/drizzle/schema/oauth";
import type { SignedIn } from "@/server/access/signed-in";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { requestUuid } from "./find-request";

/** A new value for the cookie that names a browser. */
export const newBrowserBinding = (): string => randomBytes(32).toString("base64url");

/**
 * Binds a request to the browser that views it first (decision 3.6); later calls change nothing. The consent page calls it before
 * anything else, with or without a signed-in user.
 * @param session the page's `session` parameter
 * @param browser the value of the browser's cookie
 */
export async function bindAuthorizationToBrowser(
  { db, clock }: Services,
  session: string,
  browser: string,
): Promise<void> {
  await db
    .update(oauthRequests)
    .set({ browserHash: sha256(browser) })
    .where(
      and(
        eq(oauthRequests.id, requestUuid(session)),
        isNull(oauthRequests.browserHash),
        gt(oauthRequests.expiresAt, clock()),
      ),
    );
}

/** Binds a request to the user who views it first in its browser. */
export async function bindAuthorizationToUser(
  { db }: Services,
  requestId: string,
  { actor, user }: SignedIn,
): Promise<void> {
  await db
    .update(oauthRequests)
    .set({ workspaceId: actor.workspaceId, userId: user.id })
    .where(
      and(eq(oauthRequests.id, requestId), isNull(oauthRequests.userId), isNull(oauthRequests.answeredAt)),
    );
}

/**
 * "Use another account": releases the user's binding, so that the next user who signs in in this browser may answer. Tokens of forms that
 * were shown before become invalid.
 */
export async function releaseAuthorization(
  { db }: Services,
  session: string,
  browser: string,
  { actor, user }: SignedIn,
): Promise<void> {
  await db
    .update(oauthRequests)
    .set({ workspaceId: null, userId: null })
    .where(
      and(
        eq(oauthRequests.id, requestUuid(session)),
        eq(oauthRequests.browserHash, sha256(browser)),
        eq(oauthRequests.workspaceId, actor.workspaceId),
        eq(oauthRequests.userId, user.id),
        isNull(oauthRequests.answeredAt),
      ),
    );
}
