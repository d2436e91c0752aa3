import { type PageLanguage, pageLanguages } from "@/drizzle/schema/values";
import { encodeId } from "@/server/kernel/schema";
import { dayText } from "@/server/kernel/time/calendar-date";
import { wordsOf } from "@/server/words/words";
import type { RuleRow } from "./find-enabled-rules";
import type { RuleMark } from "./find-marks";
import { effectOf, sentenceOf, type Verdict } from "./policy";
import type { RuleTargets } from "./read-targets";

/** The longest list of days on the wire. */
const maxDays = 366;

/** The leave types that a rule about a number away does not count. */
export const ignoredTypesOf = ({ parameters }: Pick<RuleRow, "parameters">): string[] =>
  Array.isArray(parameters.ignoredLeaveTypeIds) ? parameters.ignoredLeaveTypeIds.map(String) : [];

/** Ids within parameters, as they are on the wire. */
const parametersV2 = (parameters: Record<string, unknown>): Record<string, unknown> =>
  "ignoredLeaveTypeIds" in parameters
    ? {
        ...parameters,
        ignoredLeaveTypeIds: ignoredTypesOf({ parameters }).map((id) => encodeId("leaveType", id)),
      }
    : parameters;

/** A broken rule. */
export const verdictV2 = ({ rule, effect, days, facts }: Verdict) => ({
  ruleId: encodeId("leaveRule", rule.id),
  kind: rule.kind,
  name: rule.name,
  effect,
  sentence: sentenceOf(rule, wordsOf("en")),
  days: days.slice(0, maxDays).map(dayText),
  facts,
});

/** The languages of the pages, which choose one of them. */
export const sentencesOf = (rule: Pick<RuleRow, "kind" | "parameters">): Record<PageLanguage, string> =>
  Object.fromEntries(
    pageLanguages.map((language) => [language, sentenceOf(rule, wordsOf(language))]),
  ) as Record<PageLanguage, string>;

/** A broken rule for the pages. */
export const verdictView = (verdict: Verdict) => ({
  ...verdictV2(verdict),
  sentence: sentencesOf(verdict.rule),
});

/** A rule that a leave broke, for the pages. */
export const ruleMarkView = (mark: RuleMark) => ({ ...ruleMarkV2(mark), sentence: sentencesOf(mark) });

/** A rule for the pages. */
export const leaveRuleView = (row: RuleRow) => ({ ...leaveRuleV2(row), sentence: sentencesOf(row) });

/** A rule that a leave broke, as noted with it. */
export const ruleMarkV2 = ({ overriddenById, overriddenByName, ...mark }: RuleMark) => ({
  ruleId: encodeId("leaveRule", mark.ruleId),
  kind: mark.kind,
  name: mark.name,
  effect: mark.effect,
  sentence: sentenceOf(mark, wordsOf("en")),
  days: mark.days.slice(0, maxDays),
  facts: mark.facts,
  overrideReason: mark.overrideReason,
  overriddenBy: overriddenById && { id: encodeId("user", overriddenById), name: overriddenByName },
  createdAt: mark.createdAt.toISOString(),
});

export const leaveRuleV2 = (row: RuleRow) => ({
  id: encodeId("leaveRule", row.id),
  name: row.name,
  kind: row.kind,
  parameters: parametersV2(row.parameters),
  effect: effectOf(row),
  sentence: sentenceOf(row, wordsOf("en")),
  locationIds: row.locationIds.map((id) => encodeId("location", id)),
  departmentIds: row.departmentIds.map((id) => encodeId("department", id)),
  labelIds: row.labelIds.map((id) => encodeId("label", id)),
  leaveTypeIds: row.leaveTypeIds.map((id) => encodeId("leaveType", id)),
  exemptLabelIds: row.exemptLabelIds.map((id) => encodeId("label", id)),
  fromDate: row.fromDate,
  toDate: row.toDate,
  isEnabled: row.isEnabled,
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** The rules that refuse, as faults of a preview: who manages the person may go ahead in spite of them. */
export const refusalsOf = (verdicts: readonly Verdict[]) =>
  verdicts
    .filter(({ effect }) => effect === "BLOCK")
    .map(({ rule }) => ({
      code: "LEAVE_RULE_BROKEN" as const,
      path: "startDate",
      message: sentenceOf(rule, wordsOf("en")),
    }));

/** What rules can be for, by name, for the pages. */
export const ruleTargetsView = ({ locations, departments, labels, leaveTypes }: RuleTargets) => ({
  locations: locations.map(({ id, name }) => ({ id: encodeId("location", id), name })),
  departments: departments.map(({ id, name }) => ({ id: encodeId("department", id), name })),
  labels: labels.map(({ id, name }) => ({ id: encodeId("label", id), name })),
  leaveTypes: leaveTypes.map(({ id, name }) => ({ id: encodeId("leaveType", id), name })),
});
