import { and, eq, isNull, or } from "drizzle-orm";
import { delegations } from "@/drizzle/schema/delegations";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";

/**
 * Locks the delegation until the transaction ends, so that the decider remains a stand-in. Of a simultaneous end and decision, the first
 * commit wins.
 * @param standsInFor null when they decide by their own right
 * @throws ApiError FORBIDDEN when the delegation has ended meanwhile
 */
export async function lockStandIn(tx: Ctx, standsInFor: string | null, departmentId: string): Promise<void> {
  if (standsInFor === null) return;
  const held = await scoped(workspaceOf(tx.actor), delegations)
    .select(tx.db, { id: delegations.id })
    .where(
      and(
        eq(delegations.userId, standsInFor),
        eq(delegations.standInId, tx.actor.userId ?? ""),
        or(isNull(delegations.departmentId), eq(delegations.departmentId, departmentId)),
        isNull(delegations.endedAt),
      ),
    )
    .for("share");
  if (held.length > 0) return;
  throw new ApiError("FORBIDDEN", because("standInEnded"));
}
