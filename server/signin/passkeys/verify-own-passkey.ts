import { type Ctx, inTransaction } from "@/server/access/ctx";
import { storeProof } from "../factors/own-session";
import { personOf } from "../person-of";
import { boundTo, openChallenge } from "./challenge";
import { passkeyRefused } from "./confirm-passkey";
import { type PasskeyRequest, requestPasskey } from "./request-passkey";
import type { PasskeyAnswer } from "./schema";
import { findAnswering, findPasskeysOf } from "./store";
import { consumePasskey, verifyPasskey } from "./verify-passkey";

/** Asks for one of the acting person's passkeys again, in their session. */
export async function requestOwnPasskey(ctx: Ctx): Promise<PasskeyRequest> {
  const person = personOf(ctx);
  return requestPasskey(ctx.services, boundTo.proof(person), await findPasskeysOf(ctx.db, person));
}

/**
 * Proves a passkey of the acting person again: they may change their factors for ten minutes.
 * @throws ApiError FORBIDDEN when the answer is wrong, late or used
 */
export async function verifyOwnPasskey(ctx: Ctx, { token, response }: PasskeyAnswer): Promise<void> {
  const person = personOf(ctx);
  const challenge = await openChallenge(ctx.services, token, boundTo.proof(person));
  const row = challenge && (await findAnswering(ctx.db, response, person));
  const verified = row && (await verifyPasskey(ctx.services, row, { challenge, response }));
  if (!verified) throw passkeyRefused();
  const isProven = await inTransaction(ctx, async (tx) => {
    const now = tx.now();
    if (!(await consumePasskey(tx.db, verified, now))) return false;
    await storeProof(tx.db, person, "PASSKEY", now);
    return true;
  });
  if (!isProven) throw passkeyRefused();
}
