import { and, eq } from "drizzle-orm";
import { leaveRuleMarks } from "@/drizzle/schema/leave-rules";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { tell } from "@/server/modules/integrations/events/subscribers";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { certificateDueOf } from "./policy";
import type { Noted } from "./require-rules";
import { type Mark, writeMarks } from "./write-marks";

/**
 * Notes the rules that a leave breaks with it, in the transaction of its change; the audit log has each override.
 * A rule that wants a certificate asks for it.
 * @param renews which earlier marks are history: all when the leave is asked anew, those of the same rules when it is decided
 */
export async function noteMarks(
  tx: Ctx,
  leaveId: string,
  { verdicts, overrideReason }: Noted,
  renews: "all" | "of these rules" | "" = "",
): Promise<void> {
  const dueOn = certificateDueOf(verdicts);
  if (dueOn !== null || renews === "all")
    await tell(tx, "certificatesJudged", {
      leaves: [{ leaveId, dueOn }],
      when: renews === "all" ? "moved" : "judged",
    });
  const again = verdicts.map(({ rule }) => rule.id);
  if (renews)
    await scoped(workspaceOf(tx.actor), leaveRuleMarks)
      .update(tx.db)
      .set({ isCurrent: false })
      .where(
        and(
          eq(leaveRuleMarks.leaveId, leaveId),
          eq(leaveRuleMarks.isCurrent, true),
          renews === "all" ? undefined : isAnyOf(leaveRuleMarks.ruleId, again),
        ),
      );
  if (verdicts.length === 0) return;
  const marks = verdicts.map((verdict): Mark => {
    const isOverridden = verdict.effect === "BLOCK" && overrideReason !== null;
    const by = isOverridden ? tx.actor.userId : null;
    return { leaveId, verdict, overriddenById: by, overrideReason: isOverridden ? overrideReason : null };
  });
  await writeMarks(tx, marks);
  const overridden = marks.filter(({ overriddenById }) => overriddenById !== null);
  if (overridden.length > 0)
    await recordAudit(tx, {
      action: "leave.override_rules",
      resourceType: "leave",
      resourceId: leaveId,
      changes: { rules: { to: overridden.map(({ verdict }) => verdict.rule.name) } },
    });
}
