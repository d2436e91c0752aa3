import { useFormatter } from "next-intl";

/** A Sunday. */
const sunday = Date.UTC(2024, 0, 7);
const dayMs = 24 * 3600 * 1000;
const leapYear = 2024;

/** Weekdays, months and days of the year in the user's language. */
export function useCalendarWords() {
  const format = useFormatter();
  const weekday = (day: number, length: "long" | "short" = "long"): string =>
    format.dateTime(new Date(sunday + day * dayMs), { weekday: length, timeZone: "UTC" });
  const month = (number: number): string =>
    format.dateTime(new Date(Date.UTC(leapYear, number - 1, 1)), { month: "long", timeZone: "UTC" });
  /** "1 January" for `01-01`. */
  const monthDay = (text: string): string =>
    format.dateTime(new Date(`${leapYear}-${text}T00:00:00Z`), {
      day: "numeric",
      month: "long",
      timeZone: "UTC",
    });
  /** "Mon – Fri", or single days if they are not consecutive. */
  const workWeek = (days: readonly number[], first: number): string => {
    const places = days.map((day) => (day - first + 7) % 7).sort((a, b) => a - b);
    const names = places.map((place) => weekday((place + first) % 7, "short"));
    const isOneRun = (places.at(-1) ?? 0) - (places[0] ?? 0) === places.length - 1;
    return isOneRun && names.length > 2 ? `${names[0]} – ${names.at(-1)}` : names.join(", ");
  };
  return { weekday, month, monthDay, workWeek };
}
