import { isCalendarDate } from "@/server/kernel/time/date-range";

/** Days, a custom date, or no expiry. */
export const expiryValues = ["30", "90", "365", "date", "never"] as const;
export type ExpiryChoice = (typeof expiryValues)[number];

const dayMs = 86_400_000;

/** The end of a calendar day in the user's time zone; null for an invalid date. */
export function endOfDay(date: string): Date | null {
  return isCalendarDate(date) ? new Date(`${date}T23:59:59`) : null;
}

/** The expiry of this choice: null for never, undefined while no date is chosen. */
export function expiryOf(choice: string, date: string, now: number): Date | null | undefined {
  if (choice === "never") return null;
  if (choice === "date") return endOfDay(date) ?? undefined;
  return new Date(now + Number(choice) * dayMs);
}
