import type { DateText } from "@/app/_kit/ui/date-text";

/** Known facts about a day, beside its date. */
export interface DateMarks {
  /** A day without work, for everyone or for the employee: a weekend. */
  isFree?: boolean;
  holiday?: string;
  own?: string;
  away?: string;
  /** The rules that leave on this day would break. */
  rule?: string;
}

/** Marks for the days of a month, as far as they are known; a day that is not loaded yet has none. */
export interface MonthMarks {
  of(date: DateText): DateMarks | undefined;
  /** 0 is Sunday. */
  firstDayOfWeek: number;
  /** The meaning of the marks, where there are any. */
  legend: Readonly<Record<"holiday" | "own" | "away", string> & { rule?: string }> | null;
}

/** A hook: an open calendar calls it with the month that it shows. */
export type UseMarks = (month: { first: DateText; last: DateText }) => MonthMarks;

const none: MonthMarks = { of: () => undefined, firstDayOfWeek: 1, legend: null };

/** A month without an employee. */
export const useNoMarks: UseMarks = () => none;
