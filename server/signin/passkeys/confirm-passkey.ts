import { verifyRegistrationResponse } from "@simplewebauthn/server";
import { passkeys, secondFactors } from "@/drizzle/schema/second-factors";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { newId } from "@/server/kernel/ids";
import { because } from "@/server/kernel/reasons";
import type { Services } from "@/server/kernel/services";
import { requireRecentProof } from "../factors/own-session";
import { settleAddedFactor } from "../factors/settle-added-factor";
import { findFactors, lockFactors, requireRoomForFactor } from "../factors/store";
import { personOf } from "../person-of";
import { boundTo, consumeChallenge, openChallenge } from "./challenge";
import { relyingPartyOf } from "./relying-party";
import type { PasskeyConfirm } from "./schema";
import { algorithms } from "./start-passkey";

export const passkeyRefused = () => new ApiError("FORBIDDEN", because("passkeyRefused"));

/** What the browser made, by WebAuthn, 7.1; null when something is wrong, which the log says. */
async function verifyNew(
  { settings, log }: Services,
  challenge: string,
  { response }: Pick<PasskeyConfirm, "response">,
) {
  const { id, origin } = relyingPartyOf(settings);
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    return registrationInfo ?? null;
  } catch (error) {
    // The library throws for whatever an answer has wrong.
    log.info({ error }, "a new passkey was refused");
    return null;
  }
}

/**
 * Adds the passkey that the browser has made for the acting person, as `confirmFactor` adds an app.
 * @returns recovery codes with the first factor, which are shown once; else null
 * @throws ApiError FORBIDDEN without a recent proof, and when the answer is wrong, late or used; CONFLICT when there are too many factors
 */
export async function confirmPasskey(
  ctx: Ctx,
  { token, name, response }: PasskeyConfirm,
): Promise<{ recoveryCodes: string[] | null }> {
  const person = personOf(ctx);
  const { workspaceId, userId } = person;
  const challenge = await openChallenge(ctx.services, token, boundTo.adding(person));
  const made = challenge && (await verifyNew(ctx.services, challenge.challenge, { response }));
  if (!challenge?.userHandle || !made) throw passkeyRefused();
  const userHandle = Buffer.from(challenge.userHandle, "base64url");
  return inTransaction(ctx, async (tx) => {
    const now = tx.now();
    await lockFactors(tx.db, person);
    await requireRecentProof(tx);
    await requireRoomForFactor(tx.db, person);
    if (!(await consumeChallenge(tx.db, workspaceId, challenge))) throw passkeyRefused();
    const isFirst = (await findFactors(tx.db, person)).length === 0;
    const id = newId();
    await tx.db.insert(secondFactors).values({
      ...{ workspaceId, id, userId, kind: "PASSKEY", name },
      ...{ createdAt: now, confirmedAt: now },
    });
    const { credential, credentialBackedUp: isBackedUp } = made;
    const stored = await tx.db
      .insert(passkeys)
      .values({
        ...{ workspaceId, factorId: id, userHandle, isBackedUp },
        credentialId: Buffer.from(credential.id, "base64url"),
        publicKey: Buffer.from(credential.publicKey),
        signatureCount: credential.counter,
        transports: response.response.transports ?? [],
      })
      .onConflictDoNothing()
      .returning({ factorId: passkeys.factorId });
    if (stored.length === 0) throw passkeyRefused();
    return settleAddedFactor(tx, person, { id, name, kind: "PASSKEY", isFirst });
  });
}
