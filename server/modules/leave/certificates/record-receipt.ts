import { and, eq, isNull } from "drizzle-orm";
import { leaveCertificates } from "@/drizzle/schema/leave-certificates";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Notices } from "@/server/modules/integrations/events/subscribers";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { findCertificate } from "./find-certificate";
import { certificateFields, certificateLine, changeCertificate } from "./store";

/** A file that comes after the question answers it. In the transaction of the upload, which holds the leave. */
export async function recordReceipt(
  tx: Ctx,
  { id, leaveId, uploadedById, createdAt }: Notices["fileAdded"],
): Promise<void> {
  const [received] = await scoped(workspaceOf(tx.actor), leaveCertificates)
    .update(tx.db)
    .set({ receivedAt: createdAt, receivedById: uploadedById, receivedFileId: id })
    .where(and(eq(leaveCertificates.leaveId, leaveId), isNull(leaveCertificates.receivedAt)))
    .returning(certificateFields);
  if (received) await recordAudit(tx, certificateLine("receive", leaveId, {}));
}

/**
 * The file by which a certificate was received is deleted: it is due again, unless another file came after the question.
 */
export async function reopenWithoutFile(
  tx: Ctx,
  { id, leaveId, rest }: Notices["fileDeleted"],
): Promise<void> {
  const certificate = await findCertificate(tx, leaveId);
  if (certificate?.receivedFileId !== id) return;
  const other = rest.find((file) => file.id !== id && file.createdAt >= certificate.askedAt);
  await changeCertificate(tx, leaveId, {
    receivedAt: other?.createdAt ?? null,
    receivedById: other?.uploadedById ?? null,
    receivedFileId: other?.id ?? null,
  });
  if (!other) await recordAudit(tx, certificateLine("reopen", leaveId, {}));
}
