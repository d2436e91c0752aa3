import type { z } from "zod";
import type { RuleFacts } from "@/drizzle/schema/leave-rules";
import type { DayNumber } from "@/server/kernel/time/calendar-date";
import type { Period, Thousandths, WorkCalendar } from "@/server/modules/leave/calendars/working-days";
import type { Words } from "@/server/words/words";

/** Other leave of the person that is in effect. */
export interface OtherLeave {
  leaveTypeId: string;
  period: Period;
  /** The day on which it was asked for. */
  askedOn: DayNumber;
}

/** How many of a group are away on a day without this leave, and of how many who would work. */
export interface Crowd {
  day: DayNumber;
  away: number;
  /** Null when the rule is no percentage. */
  size: number | null;
}

/** What is known of a leave and its person when it is judged. Times are days at the person's location. */
export interface Facts {
  /** The day on which the leave was asked for. */
  askedOn: DayNumber;
  /** Whether someone who manages the person enters it for them. */
  isEntered: boolean;
  leaveTypeId: string;
  period: Period;
  /** The leave's days that count, in order. */
  days: readonly DayNumber[];
  person: {
    locationId: string;
    /** The department with those above it, the nearest first. */
    departmentIds: readonly string[];
    labelIds: readonly string[];
  };
  employmentStart: DayNumber | null;
  /** With public holidays around the leave, as far as rules need them. */
  calendar: WorkCalendar;
  others: readonly OtherLeave[];
  /** The least that the balance has from the leave on; null when it is unlimited. */
  lowestBalance: Thousandths | null;
  /** By rule, for each of its groups. */
  crowds: ReadonlyMap<string, readonly Crowd[]>;
}

/** Why a leave breaks a rule. */
interface Broken {
  /** The days that break it; all of the leave's when it is broken as a whole. */
  days: readonly DayNumber[];
  facts: RuleFacts;
}

/** Facts that cost a read, which only some kinds need. */
export type Need = "calendar" | "others" | "balance" | "crowds";

/** The rule, as far as its kind may see it. */
interface Judged<P> {
  id: string;
  parameters: P;
  leaveTypeIds: readonly string[];
}

/** A kind of rule: one file with its parameters, its needs, its verdict and its sentence. */
export interface RuleKindOf<S extends z.ZodType = z.ZodType> {
  parameters: S;
  needs: readonly Need[];
  /** Total, without I/O. @returns null when the leave keeps the rule */
  judge(rule: Judged<z.output<S>>, facts: Facts): Broken | null;
  /** The rule as a sentence to an employee. */
  sentence(parameters: z.output<S>, words: Words): string;
}

/** Keeps the type of the parameters within a kind's file. */
export const ruleKind = <S extends z.ZodType>(kind: RuleKindOf<S>): RuleKindOf =>
  kind as unknown as RuleKindOf;
