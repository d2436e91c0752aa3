import { eq } from "drizzle-orm";
import { leaveCertificates } from "@/drizzle/schema/leave-certificates";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { DayNumber } from "@/server/kernel/time/calendar-date";
import { isOverdue } from "./policy";

export type CertificateRow = Omit<typeof leaveCertificates.$inferSelect, "workspaceId">;

export const certificateFields = {
  leaveId: leaveCertificates.leaveId,
  userId: leaveCertificates.userId,
  askedAt: leaveCertificates.askedAt,
  askedById: leaveCertificates.askedById,
  dueOn: leaveCertificates.dueOn,
  receivedAt: leaveCertificates.receivedAt,
  receivedById: leaveCertificates.receivedById,
  receivedFileId: leaveCertificates.receivedFileId,
};

/** A certificate, and whether its day is over at the person's location. */
export type SeenCertificate = CertificateRow & { isOverdue: boolean };

export const seenOn = (row: CertificateRow, today: DayNumber): SeenCertificate => ({
  ...row,
  isOverdue: isOverdue(row, today),
});

type Change = Partial<Pick<CertificateRow, "dueOn" | "receivedAt" | "receivedById" | "receivedFileId">>;

/** A line of the audit log. It is none of the leave's: its history is seen by people who do not see its files. */
export const certificateLine = (
  verb: "ask" | "receive" | "reopen" | "update" | "withdraw",
  leaveId: string,
  changes: Record<string, { from?: unknown; to?: unknown }>,
) => ({
  action: `leave_certificate.${verb}`,
  resourceType: "leave_certificate",
  resourceId: leaveId,
  changes,
});

/** Changes a certificate that the caller's transaction has locked with its leave. */
export async function changeCertificate(tx: Ctx, leaveId: string, change: Change): Promise<CertificateRow> {
  const [row] = await scoped(workspaceOf(tx.actor), leaveCertificates)
    .update(tx.db)
    .set(change)
    .where(eq(leaveCertificates.leaveId, leaveId))
    .returning(certificateFields);
  if (!row) throw new Error("A locked certificate is gone");
  return row;
}
