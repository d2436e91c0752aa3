import type { DayNumber } from "@/server/kernel/time/calendar-date";
import type { Period } from "@/server/modules/leave/calendars/working-days";

type Days = Pick<Period, "start" | "end">;

/** The part of some days that lies within an employment; null when none does. */
export function withinEmployment(
  { start, end }: Days,
  employment: { start: DayNumber | null; end: DayNumber | null },
): Days | null {
  const first = Math.max(start, employment.start ?? start);
  const last = Math.min(end, employment.end ?? end);
  return first <= last ? { start: first, end: last } : null;
}

/**
 * The stretches of some days on which there is no other leave. A day with a part of it taken is not left: a company leave takes whole days.
 * @param others in any order
 */
export function daysLeft({ start, end }: Days, others: readonly Days[]): Days[] {
  const left: Days[] = [];
  let from = start;
  for (const other of others.toSorted((a, b) => a.start - b.start)) {
    if (other.end < from) continue;
    if (other.start > end) break;
    if (other.start > from) left.push({ start: from, end: other.start - 1 });
    from = other.end + 1;
  }
  if (from <= end) left.push({ start: from, end });
  return left;
}
