import type { Period } from "@/server/modules/work-calendar/working-days";

/**
 * Whether two leaves of one person claim the same time (decision 7): a full day is the whole day; part days of the same date
 * collide only when their hours do. Hours that merely touch do not.
 */
export function overlaps(a: Period, b: Period): boolean {
  if (a.end < b.start || b.end < a.start) return false;
  if (!a.minutes || !b.minutes) return true;
  return a.minutes.from < b.minutes.to && b.minutes.from < a.minutes.to;
}
