import { type Ctx, inTransaction } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { minute, second } from "@/server/kernel/time/clock";
import { personOf } from "../person-of";
import { countOwnCodeTry, forgiveOwnCode } from "../tries";
import { wrongCode } from "./confirm-factor";
import { storeProof } from "./own-session";
import { proveFactor } from "./prove-factor";

/**
 * Proves a factor of the acting person again, in their session: they may change their factors for ten minutes.
 * @param code of an app, or a recovery code
 * @throws ApiError VALIDATION_ERROR for a wrong or used code, RATE_LIMITED
 */
export async function verifyFactor(ctx: Ctx, code: string): Promise<void> {
  const person = personOf(ctx);
  const now = ctx.now();
  const taken = await countOwnCodeTry(ctx.db, person, now);
  if (!taken.ok) {
    const minutes = Math.ceil((taken.retryAfterSeconds * second) / minute);
    throw new ApiError("RATE_LIMITED", {
      ...because("codesOften", { minutes }),
      resolution: `Wait ${minutes} minutes.`,
    });
  }
  const isProven = await inTransaction(ctx, async (tx) => {
    const proof = await proveFactor(tx, person, code, now);
    if (proof) await storeProof(tx.db, person, proof, now);
    return proof !== null;
  });
  if (!isProven) throw wrongCode();
  await forgiveOwnCode(ctx.db, person);
}
