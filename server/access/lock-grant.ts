import { and, eq, gt, isNull } from "drizzle-orm";
import { oauthGrants } from "@/drizzle/schema/oauth";
import { ApiError } from "@/server/kernel/errors";
import { bearerChallenge } from "@/server/kernel/http/bearer-challenge";
import type { Ctx } from "./ctx";
import { workspaceOf } from "./reach";
import { scoped } from "./scoped";

/** The OAuth grant with which an app writes. */
export interface LockedGrant {
  grantId: string;
  clientId: string;
  /** When it expires. */
  endsAt: Date;
}

/** The OAuth grant of the calling app. @throws ApiError FORBIDDEN for any other caller */
export function grantOf({ actor: { via } }: Ctx): { grantId: string; clientId: string } {
  if (via.type !== "grant") throw new ApiError("FORBIDDEN");
  return via;
}

/**
 * Locks the grant's row until the transaction ends: a concurrent revocation either commits first and is seen here, or waits and then finds
 * what this transaction created.
 * @throws ApiError UNAUTHORIZED when the grant is revoked or expired
 */
export async function lockGrant(tx: Ctx): Promise<LockedGrant> {
  const { grantId, clientId } = grantOf(tx);
  const stands = and(isNull(oauthGrants.revokedAt), gt(oauthGrants.expiresAt, tx.now()));
  const [grant] = await scoped(workspaceOf(tx.actor), oauthGrants)
    .select(tx.db, { endsAt: oauthGrants.expiresAt })
    .where(and(eq(oauthGrants.id, grantId), stands))
    .for("no key update");
  if (grant) return { grantId, clientId, ...grant };
  throw new ApiError("UNAUTHORIZED", { headers: bearerChallenge({ error: "invalid_token" }) });
}
