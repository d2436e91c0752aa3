import { and, eq, gt, isNull } from "drizzle-orm";
import { decisionLinks } from "@/drizzle/schema/leave-mails";
import { leaves } from "@/drizzle/schema/leaves";
import { type Ctx, ctxFor, inTransaction } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { approveLeave } from "@/server/modules/leave/requests/approve";
import { denyLeave } from "@/server/modules/leave/requests/deny";
import { type FoundLink, findDecisionLink } from "./find-decision-link";
import type { MailDecision } from "./schema";

/**
 * Decides by the link of a mail, as its approver with their current rights. The decision applies to the version of the leave that they were
 * shown. Of concurrent calls exactly one decides: they wait for the leave's row lock.
 * @returns false when nothing was decided; `readDecision` gives the reason
 */
export async function decideByMail(
  services: Services,
  token: string,
  decision: MailDecision,
): Promise<boolean> {
  const found = await findDecisionLink(services, token);
  if (!found || found.workspace.needsSignIn) return false;
  const { link } = found;
  const actor = await loadActor(services.db, link.workspaceId, link.userId, { type: "mail" });
  if (!actor) return false;
  try {
    return await inTransaction(ctxFor(services, actor, newRequestId()), (tx) => decide(tx, link, decision));
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

async function decide(tx: Ctx, link: FoundLink["link"], { intent, version, reason }: MailDecision) {
  const seen = await lockVersion(tx, link.leaveId);
  if (seen !== version || !(await spendLink(tx, link))) return false;
  if (intent === "approve")
    await approveLeave(tx, link.leaveId, undefined, { overrideReason: reason ?? undefined });
  else await denyLeave(tx, link.leaveId, { reason });
  return true;
}

/** Locks the leave until the end of the transaction. */
async function lockVersion(tx: Ctx, leaveId: string): Promise<number | null> {
  const [leave] = await scoped(workspaceOf(tx.actor), leaves)
    .select(tx.db, { version: leaves.version })
    .where(eq(leaves.id, leaveId))
    .for("no key update");
  return leave?.version ?? null;
}

/** The guarded UPDATE lets only one of several uses succeed. */
async function spendLink(tx: Ctx, { workspaceId, hash }: FoundLink["link"]): Promise<boolean> {
  const now = tx.now();
  const spent = await scoped(workspaceOf({ workspaceId }), decisionLinks)
    .update(tx.db)
    .set({ usedAt: now })
    .where(
      and(
        eq(decisionLinks.hash, hash),
        isNull(decisionLinks.usedAt),
        isNull(decisionLinks.endedAt),
        gt(decisionLinks.expiresAt, now),
      ),
    )
    .returning({ hash: decisionLinks.hash });
  return spent.length > 0;
}
