import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { encodeId } from "@/server/kernel/schema";
import { dayPartsOf } from "@/server/kernel/time/day-parts";
import type { Near } from "@/server/modules/leave/calendars/find-near";
import { type Period, timeOn, type WorkCalendar } from "@/server/modules/leave/calendars/working-days";

/**
 * Whether two leaves of one person overlap (decisions 7.1, 15.9). A full day covers the whole day; parts of days on the same date overlap
 * only when their hours or halves do. Adjacent hours do not overlap.
 * @param calendar of the person: it says when a half of their day ends
 */
export function overlaps(a: Period, b: Period, calendar: WorkCalendar): boolean {
  const [first, last] = [Math.max(a.start, b.start), Math.min(a.end, b.end)];
  for (let day = first; day <= last; day++) {
    const [one, other] = [timeOn(a, day, calendar), timeOn(b, day, calendar)];
    if (one.from < other.to && other.from < one.to) return true;
  }
  return false;
}

/** The other leave at the same time, as a sentence, and what to do about it. */
export function overlapWords({ startDate, endDate, companyLeaveName }: Near, id = "") {
  if (companyLeaveName === null)
    return {
      ...because("overlapsOther", { id }),
      resolution: "Choose another time, or cancel the other leave first.",
    };
  return {
    ...because("overlapsCompany", { date: startDate, until: endDate, id }),
    resolution: "Ask for the days before and after the company leave, each on its own.",
  };
}

/** Other leave at the same time, as the API names it. */
export const overlapV2 = ({ id, companyLeaveName, ...time }: Near) => ({
  leaveId: encodeId("leave", id),
  ...{ startDate: time.startDate, endDate: time.endDate, companyLeaveName },
  ...dayPartsOf(time),
});

/** The refusal of leave at the same time as other leave; null where there is none. */
export function overlapOf([clash]: readonly Near[]): ApiError | null {
  if (!clash) return null;
  return new ApiError("CONFLICT", {
    ...overlapWords(clash, `, ${encodeId("leave", clash.id)}`),
    details: { overlaps: [overlapV2(clash)] },
  });
}
