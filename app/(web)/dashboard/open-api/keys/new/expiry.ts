import { isCalendarDate } from "@/server/kernel/text-rules";

/** Days, a date of one's own, or no end. */
export const expiryValues = ["30", "90", "365", "date", "never"] as const;
export type ExpiryChoice = (typeof expiryValues)[number];

const dayMs = 86_400_000;

/** The end of a calendar day where the person is; null for what is no date. */
export function endOfDay(date: string): Date | null {
  return isCalendarDate(date) ? new Date(`${date}T23:59:59`) : null;
}

/** When a key of this choice ends: null for never, undefined while no date is chosen. */
export function expiryOf(choice: string, date: string, now: number): Date | null | undefined {
  if (choice === "never") return null;
  if (choice === "date") return endOfDay(date) ?? undefined;
  return new Date(now + Number(choice) * dayMs);
}
