import { eq } from "drizzle-orm";
import { leaveCertificates } from "@/drizzle/schema/leave-certificates";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { tell } from "@/server/modules/integrations/events/subscribers";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { loadAsked } from "./load-asked";
import { dueMailAt } from "./policy";
import { requireDueOn } from "./request-certificate";
import type { CertificatePatch } from "./schema";
import {
  type CertificateRow,
  certificateLine,
  changeCertificate,
  type SeenCertificate,
  seenOn,
} from "./store";

/**
 * Moves the day on which a certificate is due, marks it as received, on paper for example, or takes that back. A change without effect
 * leaves no trace.
 * @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT for leave not in effect
 */
export function editCertificate(
  ctx: Ctx,
  leaveId: string,
  patch: CertificatePatch,
): Promise<SeenCertificate> {
  return inTransaction(ctx, async (tx) => {
    const { leave, certificate: before } = await loadAsked(tx, leaveId);
    let certificate = before;
    const { dueOn, isReceived } = patch;
    if (dueOn !== undefined && dueOn !== certificate.dueOn) {
      requireDueOn(dueOn, leave.owner.today);
      const from = certificate.dueOn;
      certificate = await changeCertificate(tx, leave.id, { dueOn });
      await recordAudit(tx, certificateLine("update", leave.id, { dueOn: { from, to: dueOn } }));
      await tellDue(tx, leave, certificate);
    }
    if (isReceived !== undefined && isReceived !== (certificate.receivedAt !== null)) {
      certificate = await changeCertificate(tx, leave.id, {
        receivedAt: isReceived ? tx.now() : null,
        receivedById: isReceived ? tx.actor.userId : null,
        receivedFileId: null,
      });
      await recordAudit(tx, certificateLine(isReceived ? "receive" : "reopen", leave.id, {}));
      if (!isReceived) await tellDue(tx, leave, certificate);
    }
    return seenOn(certificate, leave.owner.today);
  });
}

const tellDue = (
  tx: Ctx,
  { id, status, owner }: Awaited<ReturnType<typeof loadAsked>>["leave"],
  { dueOn }: CertificateRow,
): Promise<void> =>
  tell(tx, "certificateAsked", {
    ...{ leaveId: id, status, isNew: false },
    dueMailAt: dueMailAt(dueOn, owner.timezone, tx.now()),
  });

/**
 * No longer asks for a certificate.
 * @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN, CONFLICT for leave not in effect
 */
export function withdrawCertificate(ctx: Ctx, leaveId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { leave, certificate } = await loadAsked(tx, leaveId);
    await scoped(workspaceOf(tx.actor), leaveCertificates)
      .delete(tx.db)
      .where(eq(leaveCertificates.leaveId, leave.id));
    await recordAudit(tx, certificateLine("withdraw", leave.id, { dueOn: { from: certificate.dueOn } }));
  });
}
