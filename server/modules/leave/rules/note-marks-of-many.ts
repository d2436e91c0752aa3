import { leaveRuleMarks } from "@/drizzle/schema/leave-rules";
import type { Ctx } from "@/server/access/ctx";
import { tell } from "@/server/modules/integrations/events/subscribers";
import { markOf } from "./note-marks";
import { certificateDueOf, type Verdict } from "./policy";

/** Rows of one statement: each has thirteen parameters. */
const chunkSize = 2000;

/** Notes the rules that imported leave breaks: the importer goes ahead in spite of those that refuse, without a reason for each. */
export async function noteMarksOfMany(
  tx: Ctx,
  noted: readonly { leaveId: string; verdicts: readonly Verdict[] }[],
): Promise<void> {
  const rows = noted.flatMap(({ leaveId, verdicts }) =>
    verdicts.map((verdict) =>
      markOf(tx, leaveId, verdict, {
        overriddenById: verdict.effect === "BLOCK" ? tx.actor.userId : null,
        overrideReason: null,
      }),
    ),
  );
  for (let start = 0; start < rows.length; start += chunkSize)
    await tx.db.insert(leaveRuleMarks).values(rows.slice(start, start + chunkSize));
  await tell(tx, "certificatesJudged", {
    leaves: noted.map(({ leaveId, verdicts }) => ({ leaveId, dueOn: certificateDueOf(verdicts) })),
    when: "imported",
  });
}
