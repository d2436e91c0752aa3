import { eq } from "drizzle-orm";
import { workspaces } from "@/drizzle/schema/workspaces";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import { requireFreshProof } from "@/server/access/require-fresh-proof";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { notifyOfFactorPolicy } from "./notify-of-factor-policy";
import { audienceOf, type FactorChoice, policyAfter } from "./policy";
import { lockPolicy } from "./store";

/**
 * Asks no one, administrators or everyone for a second factor (decision 2.18). Whom the policy begins to concern and who has none is notified
 * by mail. Any administrator switches it off, and the operator.
 * @returns how many are notified
 * @throws ApiError FORBIDDEN unless the caller is an administrator, who has proven a factor lately
 */
export async function setFactorPolicy(ctx: Ctx, choice: FactorChoice): Promise<{ notifiedCount: number }> {
  requireAdmin(ctx);
  await requireFreshProof(ctx);
  const { workspaceId } = ctx.actor;
  return inTransaction(ctx, async (tx) => {
    const before = await lockPolicy(tx.db, workspaceId, "no key update");
    const changes = changesOf(
      { factorAudience: audienceOf(before), factorGraceDays: before.factorGraceDays },
      { factorAudience: choice.audience, factorGraceDays: choice.graceDays },
    );
    if (Object.keys(changes).length === 0) return { notifiedCount: 0 };
    const after = policyAfter(before, choice, tx.now());
    await tx.db.update(workspaces).set(after).where(eq(workspaces.id, workspaceId));
    await recordAudit(tx, {
      action: "workspace.update",
      resourceType: "workspace",
      resourceId: workspaceId,
      changes,
    });
    return { notifiedCount: await notifyOfFactorPolicy(tx, { before, after }) };
  });
}
