import type { DateText } from "@/app/_ui/date-text";

/** What is known of a day beside its date. */
export interface DateMarks {
  /** Nobody works, or the person doesn't: a weekend. */
  isFree?: boolean;
  holiday?: string;
  own?: string;
  away?: string;
}

/** Of the days of a month, as far as they are known; what is not loaded yet has none. */
export interface MonthMarks {
  of(date: DateText): DateMarks | undefined;
  /** 0 is Sunday. */
  firstDayOfWeek: number;
  /** What the marks stand for, where there are any. */
  legend: Readonly<Record<"holiday" | "own" | "away", string>> | null;
}

/** A hook: an open calendar calls it with the month that it shows. */
export type UseMarks = (month: { first: DateText; last: DateText }) => MonthMarks;

const none: MonthMarks = { of: () => undefined, firstDayOfWeek: 1, legend: null };

/** A month without a person. */
export const useNoMarks: UseMarks = () => none;
