import { type Ctx, inTransaction } from "@/server/access/ctx";
import { hasFactor } from "@/server/access/has-factor";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { personOf } from "../person-of";
import { requireRecentProof } from "./own-session";
import { replaceRecoveryCodes } from "./recovery-codes";
import { lockFactors } from "./store";

/**
 * Makes new recovery codes for the acting person; the former ones stop working.
 * @returns the codes, which are shown once
 * @throws ApiError FORBIDDEN without a recent proof, CONFLICT without a factor
 */
export function renewRecoveryCodes(ctx: Ctx): Promise<{ recoveryCodes: string[] }> {
  const person = personOf(ctx);
  return inTransaction(ctx, async (tx) => {
    await lockFactors(tx.db, person);
    if (!(await hasFactor(tx.db, person))) throw new ApiError("CONFLICT", because("factorNone"));
    await requireRecentProof(tx);
    const recoveryCodes = await replaceRecoveryCodes(tx.db, person, tx.now());
    await recordAudit(tx, {
      action: "second_factor.renew_recovery_codes",
      resourceType: "second_factor",
      resourceId: null,
    });
    return { recoveryCodes };
  });
}
