import { encodeId } from "@/server/kernel/schema";
import { sentenceOf } from "@/server/modules/leave/rules/policy";
import { sentencesOf, verdictV2 } from "@/server/modules/leave/rules/present";
import { wordsOf } from "@/server/words/words";
import type { BreakingCount } from "./count-breaking";
import type { BreakingLeave, RulePreview } from "./preview-rule";

const breakingV2 = ({ leave, verdict, userName }: Omit<BreakingLeave, "typeName">) => {
  const { days, facts } = verdictV2(verdict);
  return {
    leaveId: encodeId("leave", leave.id),
    userId: encodeId("user", leave.userId),
    userName,
    leaveTypeId: leave.leaveTypeId && encodeId("leaveType", leave.leaveTypeId),
    startDate: leave.startDate,
    endDate: leave.endDate,
    ...{ days, facts },
  };
};

export const rulePreviewV2 = ({ rule, coming, pastYear, ...counts }: RulePreview) => ({
  sentence: sentenceOf(rule, wordsOf("en")),
  ...counts,
  coming: coming.map(breakingV2),
  pastYear: pastYear.map(breakingV2),
});

const breakingView = ({ typeName, ...one }: BreakingLeave) => ({ ...breakingV2(one), typeName });

/** For the pages. */
export const rulePreviewView = ({ rule, coming, pastYear, ...counts }: RulePreview) => ({
  sentence: sentencesOf(rule),
  ...counts,
  coming: coming.map(breakingView),
  pastYear: pastYear.map(breakingView),
});

export const breakingCountView = ({ ruleId, ...counts }: BreakingCount) => ({
  ruleId: encodeId("leaveRule", ruleId),
  ...counts,
});
