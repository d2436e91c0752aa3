import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { asksForCertificate, type RuleEffect, type RuleKind } from "@/drizzle/schema/values";
import type { AppRouter } from "@/server/api/trpc";
import { isCalendarDate } from "@/server/kernel/time/date-range";

type Outputs = inferRouterOutputs<AppRouter>["leaveRules"];
export type Rule = Outputs["get"];
/** With the names of its leave types. */
export type ListedRule = Outputs["list"][number];
export type Targets = NonNullable<Outputs["targets"]>;
export type RuleInput = inferRouterInputs<AppRouter>["leaveRules"]["preview"];

interface Step {
  from: string;
  days: string;
}
interface Range {
  from: string;
  to: string;
  isYearly: boolean;
}

/** The blanks of a rule's sentence, as typed, and whom it is for. */
export interface RuleValues {
  name: string;
  effect: RuleEffect;
  isEnabled: boolean;
  days: string;
  unit: string;
  steps: Step[];
  ranges: Range[];
  amount: string;
  measure: string;
  group: string;
  countsOpen: boolean;
  ignoredLeaveTypeIds: string[];
  least: string;
  most: string;
  span: string;
  longerThan: string;
  withinDays: string;
  locationIds: string[];
  departmentIds: string[];
  labelIds: string[];
  leaveTypeIds: string[];
  exemptLabelIds: string[];
  fromDate: string;
  toDate: string;
}

const blank: RuleValues = {
  ...{ name: "", effect: "BLOCK", isEnabled: true },
  ...{ days: "", unit: "CALENDAR_DAYS", steps: [], ranges: [{ from: "", to: "", isYearly: false }] },
  ...{ amount: "", measure: "count", group: "DEPARTMENT", countsOpen: true, ignoredLeaveTypeIds: [] },
  ...{ least: "", most: "", span: "months", longerThan: "", withinDays: "" },
  ...{ locationIds: [], departmentIds: [], labelIds: [], leaveTypeIds: [], exemptLabelIds: [] },
  ...{ fromDate: "", toDate: "" },
};

const text = (value: unknown): string => (value === undefined || value === null ? "" : String(value));

/** The form of a new rule. */
export const newValues = (kind: RuleKind, name: string): RuleValues => ({
  ...blank,
  name,
  effect: asksForCertificate(kind) ? "WARN" : "BLOCK",
});

type Parameters = {
  steps?: { from: number; days: number }[];
  ranges?: Range[];
  countsOpen?: boolean;
  ignoredLeaveTypeIds?: string[];
  months?: number;
  percent?: number;
} & Record<string, unknown>;

/** The form of a rule that exists. */
export function valuesOf({ parameters, ...rule }: Rule): RuleValues {
  const given = parameters as Parameters;
  return {
    ...blank,
    ...{ name: rule.name, effect: rule.effect, isEnabled: rule.isEnabled },
    days: text(given.months ?? given.days),
    span: given.months === undefined ? "days" : "months",
    unit: text(given.unit) || blank.unit,
    steps: (given.steps ?? []).map(({ from, days }) => ({ from: text(from), days: text(days) })),
    ranges: given.ranges ?? blank.ranges,
    amount: text(given.percent ?? given.count),
    measure: given.percent === undefined ? "count" : "percent",
    group: text(given.group) || blank.group,
    countsOpen: given.countsOpen ?? true,
    ignoredLeaveTypeIds: given.ignoredLeaveTypeIds ?? [],
    least: text(given.least),
    most: text(given.most),
    longerThan: text(given.longerThan),
    withinDays: text(given.withinDays),
    locationIds: rule.locationIds,
    departmentIds: rule.departmentIds,
    labelIds: rule.labelIds,
    leaveTypeIds: rule.leaveTypeIds,
    exemptLabelIds: rule.exemptLabelIds,
    fromDate: rule.fromDate ?? "",
    toDate: rule.toDate ?? "",
  };
}

/** A number as people type it. @returns null when it is none */
function numberOf(typed: string): number | null {
  const written = typed.trim().replace(",", ".");
  const value = Number(written);
  return written === "" || !Number.isFinite(value) ? null : value;
}

type FaultWord = "number" | "days" | "date" | "order" | "one";
export interface RuleFault {
  path: keyof RuleValues;
  word: FaultWord;
}

/** The blanks of each kind that are one number. */
const numbers: Partial<
  Record<RuleKind, readonly (keyof RuleValues & ("days" | "amount" | "longerThan" | "withinDays"))[]>
> = {
  NOTICE: ["days"],
  BACKDATE: ["days"],
  AHEAD: ["days"],
  MAX_AWAY: ["amount"],
  WAITING: ["days"],
  BALANCE_FLOOR: ["days"],
  PROOF: ["longerThan", "withinDays"],
};

/** What is missing in the sentence, in page order. */
export function faultsOf(kind: RuleKind, values: RuleValues): RuleFault[] {
  const faults: RuleFault[] = [];
  for (const path of numbers[kind] ?? [])
    if (numberOf(values[path]) === null) faults.push({ path, word: "number" });
  if (kind === "LENGTH" && numberOf(values.least) === null && numberOf(values.most) === null)
    faults.push({ path: "most", word: "one" });
  if (
    kind === "NOTICE" &&
    values.steps.some(({ from, days }) => numberOf(from) === null || numberOf(days) === null)
  )
    faults.push({ path: "steps", word: "number" });
  if (kind === "BLACKOUT") {
    if (values.ranges.length === 0) faults.push({ path: "ranges", word: "days" });
    else if (values.ranges.some(({ from, to }) => !isCalendarDate(from) || !isCalendarDate(to)))
      faults.push({ path: "ranges", word: "date" });
    else if (values.ranges.some(({ from, to }) => to < from)) faults.push({ path: "ranges", word: "order" });
  }
  for (const path of ["fromDate", "toDate"] as const)
    if (values[path] !== "" && !isCalendarDate(values[path])) faults.push({ path, word: "date" });
  if (values.fromDate && values.toDate && values.toDate < values.fromDate)
    faults.push({ path: "toDate", word: "order" });
  return faults;
}

function parametersOf(kind: RuleKind, values: RuleValues): Record<string, unknown> {
  const days = numberOf(values.days);
  const amount = numberOf(values.amount);
  const [least, most] = [numberOf(values.least), numberOf(values.most)];
  switch (kind) {
    case "NOTICE":
      return {
        ...{ days, unit: values.unit },
        steps: values.steps.map((step) => ({ from: numberOf(step.from), days: numberOf(step.days) })),
      };
    case "BLACKOUT":
      return { ranges: values.ranges };
    case "MAX_AWAY":
      return {
        group: values.group,
        [values.measure]: amount,
        countsOpen: values.countsOpen,
        ignoredLeaveTypeIds: values.ignoredLeaveTypeIds,
      };
    case "LENGTH":
      return { ...(least !== null && { least }), ...(most !== null && { most }) };
    case "WAITING":
      return { [values.span]: days };
    case "PROOF":
      return { longerThan: numberOf(values.longerThan), withinDays: numberOf(values.withinDays) };
    default:
      return { days };
  }
}

/** The server reads them by the schema of their kind. */
const asParameters = (parameters: Record<string, unknown>) => parameters as RuleInput["parameters"];

/** The rule to send. Only without faults. */
export const ruleOf = (kind: RuleKind, values: RuleValues): RuleInput => ({
  kind,
  name: values.name.trim(),
  parameters: asParameters(parametersOf(kind, values)),
  effect: values.effect,
  isEnabled: values.isEnabled,
  locationIds: values.locationIds,
  departmentIds: values.departmentIds,
  labelIds: values.labelIds,
  leaveTypeIds: values.leaveTypeIds,
  exemptLabelIds: values.exemptLabelIds,
  fromDate: values.fromDate || null,
  toDate: values.toDate || null,
});

const shownAt: Record<string, keyof RuleValues> = {
  count: "amount",
  percent: "amount",
  months: "days",
};

/** The form's field of a path in the API's error. */
export function fieldOf(path: string): keyof RuleValues | null {
  const [first = "", second = ""] = path.split(".");
  const name = first === "parameters" ? (shownAt[second] ?? second) : first;
  return name in blank ? (name as keyof RuleValues) : null;
}
