import type { Period } from "@/server/modules/leave/calendars/working-days";

/**
 * Whether two leaves of one person overlap (decision 7). A full day covers the whole day; part days on the same date overlap only when
 * their hours do. Adjacent hours do not overlap.
 */
export function overlaps(a: Period, b: Period): boolean {
  if (a.end < b.start || b.end < a.start) return false;
  if (!a.minutes || !b.minutes) return true;
  return a.minutes.from < b.minutes.to && b.minutes.from < a.minutes.to;
}
