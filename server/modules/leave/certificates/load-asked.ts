import { isEffective } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { type LeaveOfFiles, loadLeaveOfFiles } from "@/server/modules/leave/files/sight";
import { notIn } from "@/server/modules/leave/requests/standing";
import { findCertificate } from "./find-certificate";
import type { CertificateRow } from "./store";

/**
 * A leave, locked with its person, whose certificate the caller may ask for: administrators and location admins who manage the person.
 * @throws ApiError RESOURCE_NOT_FOUND when the caller does not see the leave's files, FORBIDDEN, CONFLICT for leave not in effect
 */
export async function loadLeaveToAsk(tx: Ctx, leaveId: string): Promise<LeaveOfFiles> {
  const leave = await loadLeaveOfFiles(tx, leaveId, "write", "lock");
  if (!leave.keepsFiles) throw new ApiError("FORBIDDEN", because("certificateManagers"));
  if (!isEffective(leave.status)) throw notIn({ status: leave.status, approvedLevel: 0 });
  return leave;
}

/** `loadLeaveToAsk`, with the certificate. @throws ApiError RESOURCE_NOT_FOUND when none was asked for */
export async function loadAsked(
  tx: Ctx,
  leaveId: string,
): Promise<{ leave: LeaveOfFiles; certificate: CertificateRow }> {
  const leave = await loadLeaveToAsk(tx, leaveId);
  const certificate = await findCertificate(tx, leave.id);
  if (!certificate) throw new ApiError("RESOURCE_NOT_FOUND");
  return { leave, certificate };
}
