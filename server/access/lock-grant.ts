import { and, eq, gt, isNull } from "drizzle-orm";
import { oauthGrants } from "@/drizzle/schema/oauth";
import { bearerChallenge } from "@/server/kernel/bearer-challenge";
import { ApiError } from "@/server/kernel/errors";
import type { Ctx } from "./ctx";
import { workspaceOf } from "./reach";
import { scoped } from "./scoped";

/** The approval by which an app writes. */
export interface LockedGrant {
  grantId: string;
  clientId: string;
  /** When it expires. */
  endsAt: Date;
}

/** The approval by which an app asks. @throws ApiError FORBIDDEN for anybody else */
export function grantOf({ actor: { via } }: Ctx): { grantId: string; clientId: string } {
  if (via.type !== "grant") throw new ApiError("FORBIDDEN");
  return via;
}

/**
 * Holds the approval until the transaction ends: whoever ends it comes before and is seen, or after and finds what was made meanwhile.
 * @throws ApiError UNAUTHORIZED when it has ended
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
