import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import { and, eq, lt, or, sql } from "drizzle-orm";
import { passkeys, secondFactors } from "@/drizzle/schema/second-factors";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import type { Services } from "@/server/kernel/services";
import { consumeChallenge, type SealedChallenge } from "./challenge";
import { relyingPartyOf } from "./relying-party";
import type { PasskeyAnswer } from "./schema";
import type { PasskeyRow } from "./store";

/** A signature that is right; `consumePasskey` decides whether it counts. */
export interface VerifiedPasskey {
  row: PasskeyRow;
  challenge: SealedChallenge;
  signatureCount: number;
  isBackedUp: boolean;
}

/**
 * Checks an answer by WebAuthn, 7.2: origin, relying party, challenge, user verification, signature and its counter.
 * @returns null when something is wrong, which the log says
 */
export async function verifyPasskey(
  { settings, log }: Services,
  row: PasskeyRow,
  { challenge, response }: { challenge: SealedChallenge; response: PasskeyAnswer["response"] },
): Promise<VerifiedPasskey | null> {
  const { id, origin } = relyingPartyOf(settings);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge.challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: row.credentialId.toString("base64url"),
        publicKey: new Uint8Array(row.publicKey),
        counter: row.signatureCount,
      },
      // A passkey alone signs in: who holds the device must have unlocked it.
      requireUserVerification: true,
    });
    if (!verified) return null;
    const { newCounter, credentialBackedUp } = authenticationInfo;
    return { row, challenge, signatureCount: newCounter, isBackedUp: credentialBackedUp };
  } catch (error) {
    // The library throws for whatever an answer has wrong.
    log.info({ error, factorId: row.factorId }, "a passkey's answer was refused");
    return null;
  }
}

/**
 * Uses a verified answer up. `tx` must be a transaction. The challenge counts once, and the guarded UPDATE finds neither a passkey that was
 * removed nor a counter that went back (WebAuthn, 7.2, step 22).
 */
export async function consumePasskey(
  tx: Db,
  { row, challenge, signatureCount, isBackedUp }: VerifiedPasskey,
  now: Date,
): Promise<boolean> {
  const { workspaceId, factorId } = row;
  const workspace = workspaceOf({ workspaceId });
  if (!(await consumeChallenge(tx, workspaceId, challenge))) return false;
  const used = await scoped(workspace, passkeys)
    .update(tx)
    .set({ signatureCount, isBackedUp })
    .where(
      and(
        eq(passkeys.factorId, factorId),
        or(
          lt(passkeys.signatureCount, signatureCount),
          sql`${passkeys.signatureCount} = 0 and ${signatureCount}::bigint = 0`,
        ),
      ),
    )
    .returning({ factorId: passkeys.factorId });
  if (used.length === 0) return false;
  await scoped(workspace, secondFactors)
    .update(tx)
    .set({ lastUsedAt: now })
    .where(eq(secondFactors.id, factorId));
  return true;
}
