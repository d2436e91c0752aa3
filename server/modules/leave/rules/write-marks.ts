import { sql } from "drizzle-orm";
import { leaveRuleMarks } from "@/drizzle/schema/leave-rules";
import type { Ctx } from "@/server/access/ctx";
import { statement } from "@/server/kernel/database/db";
import { newId } from "@/server/kernel/ids";
import { dayText } from "@/server/kernel/time/calendar-date";
import type { Verdict } from "./policy";

const { placeholder } = sql;
const insert = statement(sql`
  insert into ${leaveRuleMarks} (workspace_id, id, leave_id, rule_id, kind, name, parameters, effect, days, facts, overridden_by_id,
    override_reason, is_current, created_at)
  select ${placeholder("workspaceId")}::uuid, id, "leaveId", "ruleId", kind, name, parameters, effect, days, facts, "overriddenById",
    "overrideReason", true, ${placeholder("at")}::timestamptz
  from jsonb_to_recordset(${placeholder("rows")}::text::jsonb) as given(id uuid, "leaveId" uuid, "ruleId" uuid, kind text, name text,
    parameters jsonb, effect text, days text[], facts jsonb, "overriddenById" uuid, "overrideReason" text)`);

/** What is noted of a rule that a leave breaks: the rule as it is, and who went ahead in spite of it. */
export interface Mark extends Pick<typeof leaveRuleMarks.$inferSelect, "overriddenById" | "overrideReason"> {
  leaveId: string;
  verdict: Verdict;
}

/** Marks of one statement. */
const chunkSize = 2000;

/** Notes broken rules with their leave, many with one statement. */
export async function writeMarks(tx: Ctx, marks: readonly Mark[]): Promise<void> {
  for (let start = 0; start < marks.length; start += chunkSize)
    await insert(tx.db, {
      workspaceId: tx.actor.workspaceId,
      at: tx.now().toISOString(),
      rows: JSON.stringify(marks.slice(start, start + chunkSize).map(rowOf)),
    });
}

const rowOf = ({ leaveId, verdict: { rule, effect, days, facts }, ...override }: Mark) => ({
  ...{ id: newId(), leaveId, ruleId: rule.id, kind: rule.kind, name: rule.name, parameters: rule.parameters },
  ...{ effect, days: days.map(dayText), facts },
  ...override,
});
