import { eq } from "drizzle-orm";
import { leaveCertificates } from "@/drizzle/schema/leave-certificates";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { type CertificateRow, certificateFields } from "./store";

/** The certificate that was asked for, whether or not the leave is still in effect. The caller must be allowed to see it. */
export async function findCertificate(ctx: Ctx, leaveId: string): Promise<CertificateRow | null> {
  const [row] = await scoped(workspaceOf(ctx.actor), leaveCertificates)
    .select(ctx.db, certificateFields)
    .where(eq(leaveCertificates.leaveId, leaveId));
  return row ?? null;
}
