import type { LeavePreview } from "@/app/(app)/dashboard/(leave)/request/leave-of-form";
import type { DayPart } from "@/drizzle/schema/values";
import { touchesDays } from "@/server/kernel/time/date-range";

interface Days {
  startDate: string;
  endDate: string;
}

const nothing: Pick<LeavePreview, "days" | "overlaps"> = { days: [], overlaps: [] };

/** The stretches of a wanted leave around company leave, and around other leave beside it, from the first to the last day that counts in each. */
export function daysAround(preview: Pick<LeavePreview, "days" | "overlaps"> | null): Days[] {
  const { days, overlaps } = preview ?? nothing;
  if (!overlaps.some(({ companyLeaveName }) => companyLeaveName !== null)) return [];
  const isClosed = (date: string) => overlaps.some((one) => touchesDays(one, date));
  const found: Days[] = [];
  let current: Days | null = null;
  for (const { date, amount } of days) {
    if (isClosed(date)) current = null;
    if (amount === 0 || isClosed(date)) continue;
    if (current) current.endDate = date;
    else {
      current = { startDate: date, endDate: date };
      found.push(current);
    }
  }
  return found;
}

type Parts = { startPart: DayPart; endPart: DayPart };

/** The halves that stay where one of the stretches is asked for: those of the ends that it keeps. */
export const partsAt = (values: Days & Parts, days: Days): Parts => ({
  startPart: days.startDate === values.startDate ? values.startPart : "FULL_DAY",
  endPart: days.endDate === values.endDate ? values.endPart : "FULL_DAY",
});
