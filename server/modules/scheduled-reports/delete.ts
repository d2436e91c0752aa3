import { and, eq } from "drizzle-orm";
import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { recordAudit } from "@/server/modules/audit/record";
import { visible } from "./store";

/** Deletes a report with its history; what is not sent yet is not sent any more. @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND */
export function deleteReport(ctx: Ctx, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const [gone] = await tx.db
      .delete(scheduledReports)
      .where(and(visible(tx), eq(scheduledReports.id, id)))
      .returning({ name: scheduledReports.name });
    if (!gone) throw new ApiError("RESOURCE_NOT_FOUND");
    await recordAudit(tx, {
      action: "scheduled_report.delete",
      resourceType: "scheduled_report",
      resourceId: id,
      changes: { name: { from: gone.name } },
    });
  });
}
