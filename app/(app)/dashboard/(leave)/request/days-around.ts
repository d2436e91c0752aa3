import type { LeavePreview } from "@/app/(app)/dashboard/(leave)/request/leave-of-form";
import type { DayPart } from "@/drizzle/schema/values";

interface Days {
  startDate: string;
  endDate: string;
}

const nothing = { days: [], overlaps: [] };

/** The stretches of a wanted leave around company leave, from the first to the last day that counts in each. */
export function daysAround(preview: Pick<LeavePreview, "days" | "overlaps"> | null): Days[] {
  const { days, overlaps } = preview ?? nothing;
  const closed = overlaps.filter(({ companyLeaveName }) => companyLeaveName !== null);
  if (closed.length === 0 || closed.length < overlaps.length) return [];
  const isClosed = (date: string) => closed.some((one) => date >= one.startDate && date <= one.endDate);
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
