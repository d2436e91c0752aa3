import { and, asc, eq } from "drizzle-orm";
import { leaveRuleMarks } from "@/drizzle/schema/leave-rules";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";

/** A rule that a leave broke when it was judged, as it was then. */
export type RuleMark = Pick<
  typeof leaveRuleMarks.$inferSelect,
  | "leaveId"
  | "ruleId"
  | "kind"
  | "name"
  | "parameters"
  | "effect"
  | "days"
  | "facts"
  | "overriddenById"
  | "overrideReason"
  | "createdAt"
> & { overriddenByName: string | null };

/**
 * The marks of some leave, oldest first. The caller must be allowed to see the leave with its type.
 * @param which those of its current time and type, or those of earlier ones, too
 */
export const findMarks = (
  ctx: Ctx,
  leaveIds: readonly string[],
  which: "current" | "all" = "current",
): Promise<RuleMark[]> =>
  leaveIds.length === 0
    ? Promise.resolve([])
    : scoped(workspaceOf(ctx.actor), leaveRuleMarks)
        .select(ctx.db, {
          leaveId: leaveRuleMarks.leaveId,
          ruleId: leaveRuleMarks.ruleId,
          kind: leaveRuleMarks.kind,
          name: leaveRuleMarks.name,
          parameters: leaveRuleMarks.parameters,
          effect: leaveRuleMarks.effect,
          days: leaveRuleMarks.days,
          facts: leaveRuleMarks.facts,
          overriddenById: leaveRuleMarks.overriddenById,
          overrideReason: leaveRuleMarks.overrideReason,
          createdAt: leaveRuleMarks.createdAt,
          overriddenByName: users.name,
        })
        .leftJoin(users, eq(users.id, leaveRuleMarks.overriddenById))
        .where(
          and(
            isAnyOf(leaveRuleMarks.leaveId, leaveIds),
            which === "current" ? eq(leaveRuleMarks.isCurrent, true) : undefined,
          ),
        )
        .orderBy(asc(leaveRuleMarks.id));
