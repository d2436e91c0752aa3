import { and, eq } from "drizzle-orm";
import { leaveRuleMarks } from "@/drizzle/schema/leave-rules";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { insertInto } from "@/server/kernel/database/db";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { newId } from "@/server/kernel/ids";
import { dayText } from "@/server/kernel/time/calendar-date";
import { tell } from "@/server/modules/integrations/events/subscribers";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { certificateDueOf, type Verdict } from "./policy";
import type { Noted } from "./require-rules";

const insert = insertInto(leaveRuleMarks);

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
  const marks = scoped(workspaceOf(tx.actor), leaveRuleMarks);
  const again = verdicts.map(({ rule }) => rule.id);
  if (renews)
    await marks
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
  const rows = verdicts.map((verdict) => {
    const isOverridden = verdict.effect === "BLOCK" && overrideReason !== null;
    return markOf(tx, leaveId, verdict, {
      overriddenById: isOverridden ? tx.actor.userId : null,
      overrideReason: isOverridden ? overrideReason : null,
    });
  });
  await Promise.all(rows.map((row) => insert(tx.db, row)));
  const overridden = rows.filter(({ overriddenById }) => overriddenById !== null);
  if (overridden.length > 0)
    await recordAudit(tx, {
      action: "leave.override_rules",
      resourceType: "leave",
      resourceId: leaveId,
      changes: { rules: { to: overridden.map(({ name }) => name) } },
    });
}

/** A mark to write, with what its reader needs of the rule. */
export const markOf = (
  tx: Ctx,
  leaveId: string,
  { rule, effect, days, facts }: Verdict,
  override: Pick<typeof leaveRuleMarks.$inferSelect, "overriddenById" | "overrideReason">,
) => ({
  workspaceId: tx.actor.workspaceId,
  id: newId(),
  leaveId,
  ruleId: rule.id,
  kind: rule.kind,
  name: rule.name,
  parameters: rule.parameters,
  effect,
  days: days.map(dayText),
  facts,
  ...override,
  isCurrent: true,
  createdAt: tx.now(),
});
