import { createHash } from "node:crypto";
import type { leaveRules, RuleFacts } from "@/drizzle/schema/leave-rules";
import { asksForCertificate, type RuleEffect, type RuleKind } from "@/drizzle/schema/values";
import { type DayNumber, dayNumber } from "@/server/kernel/time/calendar-date";
import type { Words } from "@/server/words/words";
import { findCertificateDue } from "./find-certificate-due";
import { ahead } from "./kinds/ahead";
import { backdate } from "./kinds/backdate";
import { balanceFloor } from "./kinds/balance-floor";
import { blackout } from "./kinds/blackout";
import type { Facts, Need, RuleKindOf } from "./kinds/kind";
import { length } from "./kinds/length";
import { maxAway } from "./kinds/max-away";
import { notice } from "./kinds/notice";
import { proof } from "./kinds/proof";
import { waiting } from "./kinds/waiting";

/** Every kind of rule. A new one is a file and a line. */
export const kinds: Readonly<Record<RuleKind, RuleKindOf>> = {
  NOTICE: notice,
  BACKDATE: backdate,
  AHEAD: ahead,
  BLACKOUT: blackout,
  MAX_AWAY: maxAway,
  LENGTH: length,
  WAITING: waiting,
  BALANCE_FLOOR: balanceFloor,
  PROOF: proof,
};

/** A rule as it is judged. */
export type Rule = Pick<
  typeof leaveRules.$inferSelect,
  | "id"
  | "name"
  | "kind"
  | "parameters"
  | "effect"
  | "locationIds"
  | "departmentIds"
  | "labelIds"
  | "leaveTypeIds"
  | "exemptLabelIds"
  | "fromDate"
  | "toDate"
  | "version"
>;

/** A rule that a leave breaks, or that asks for a certificate of it. */
export interface Verdict {
  rule: Rule;
  effect: RuleEffect;
  days: readonly DayNumber[];
  facts: RuleFacts;
}

/** The earliest day on which one of the rules wants a certificate, `YYYY-MM-DD`; null when none does. */
export const certificateDueOf = (verdicts: readonly Verdict[]): string | null =>
  findCertificateDue(verdicts.map(({ rule, facts }) => ({ kind: rule.kind, facts })));

/** How a leave stands to the rules. */
export interface Judgement {
  verdicts: Verdict[];
  /** The version of the rules that concern the leave. */
  version: string;
}

const sharesOne = (a: readonly string[], b: readonly string[]): boolean => a.some((id) => b.includes(id));

/** Whether a rule's targets include a person. A list of targets that is empty includes everyone. */
export const concernsPerson = (
  rule: Rule,
  { locationId, departmentIds, labelIds }: Facts["person"],
): boolean =>
  (rule.locationIds.length === 0 || rule.locationIds.includes(locationId)) &&
  (rule.departmentIds.length === 0 || sharesOne(rule.departmentIds, departmentIds)) &&
  (rule.labelIds.length === 0 || sharesOne(rule.labelIds, labelIds)) &&
  !sharesOne(rule.exemptLabelIds, labelIds);

/** Whether a rule judges this leave: its person, type and days. */
export const concernsLeave = (
  rule: Rule,
  { person, leaveTypeId, period }: Pick<Facts, "person" | "leaveTypeId" | "period">,
): boolean =>
  concernsPerson(rule, person) &&
  (rule.leaveTypeIds.length === 0 || rule.leaveTypeIds.includes(leaveTypeId)) &&
  (rule.fromDate === null || period.end >= dayNumber(rule.fromDate)) &&
  (rule.toDate === null || period.start <= dayNumber(rule.toDate));

/** What these rules have to know of a leave. */
export const needsOf = (rules: readonly Rule[]): ReadonlySet<Need> =>
  new Set(rules.flatMap(({ kind }) => kinds[kind].needs));

/** A certificate that is due never blocks. */
export const effectOf = ({ kind, effect }: Pick<Rule, "kind" | "effect">): RuleEffect =>
  asksForCertificate(kind) ? "WARN" : effect;

/** Whether a rule is in force on a day of leave. */
export const isWithin = ({ fromDate, toDate }: Pick<Rule, "fromDate" | "toDate">, day: DayNumber): boolean =>
  (fromDate === null || day >= dayNumber(fromDate)) && (toDate === null || day <= dayNumber(toDate));

/** Every rule that a leave breaks, in the order of the rules. Total, without I/O. */
export function judge(rules: readonly Rule[], facts: Facts): Verdict[] {
  return rules.flatMap((rule) => {
    if (!concernsLeave(rule, facts)) return [];
    const days = facts.days.filter((day) => isWithin(rule, day));
    const broken = kinds[rule.kind].judge(
      rule,
      days.length === facts.days.length ? facts : { ...facts, days },
    );
    return broken
      ? [{ rule, effect: effectOf(rule), ...broken, days: broken.days.filter((day) => isWithin(rule, day)) }]
      : [];
  });
}

/** The rule as a sentence to an employee. */
export const sentenceOf = ({ kind, parameters }: Pick<Rule, "kind" | "parameters">, words: Words): string =>
  kinds[kind].sentence(parameters, words);

/** Names the version of these rules: it changes when one is added, changed or removed. */
export const versionOf = (rules: readonly Rule[]): string =>
  createHash("sha256")
    .update(rules.map(({ id, version }) => `${id}:${version}`).join())
    .digest("base64url")
    .slice(0, 16);

/** The groups of a rule about a number away: each is counted on its own. */
export interface Group {
  kind: "DEPARTMENT" | "LOCATION" | "LABEL";
  id: string;
}

/** The groups of a person that a rule counts. */
export function groupsOf(rule: Rule, { locationId, departmentIds, labelIds }: Facts["person"]): Group[] {
  const { group } = rule.parameters as { group: Group["kind"] };
  switch (group) {
    case "DEPARTMENT": {
      const [own] = departmentIds;
      const targeted = departmentIds.find((id) => rule.departmentIds.includes(id)) ?? own;
      return targeted === undefined ? [] : [{ kind: group, id: targeted }];
    }
    case "LOCATION":
      return [{ kind: group, id: locationId }];
    case "LABEL":
      return labelIds.filter((id) => rule.labelIds.includes(id)).map((id) => ({ kind: group, id }));
  }
}
