import type { Ctx } from "@/server/access/ctx";
import { tell } from "@/server/modules/integrations/events/subscribers";
import { certificateDueOf, type Verdict } from "./policy";
import { type Mark, writeMarks } from "./write-marks";

/** Notes the rules that imported leave breaks: the importer goes ahead in spite of those that refuse, without a reason for each. */
export async function noteMarksOfMany(
  tx: Ctx,
  noted: readonly { leaveId: string; verdicts: readonly Verdict[] }[],
): Promise<void> {
  const marks = noted.flatMap(({ leaveId, verdicts }) =>
    verdicts.map((verdict): Mark => {
      const overriddenById = verdict.effect === "BLOCK" ? tx.actor.userId : null;
      return { leaveId, verdict, overriddenById, overrideReason: null };
    }),
  );
  await writeMarks(tx, marks);
  await tell(tx, "certificatesJudged", {
    leaves: noted.map(({ leaveId, verdicts }) => ({ leaveId, dueOn: certificateDueOf(verdicts) })),
    when: "imported",
  });
}
