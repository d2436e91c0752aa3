import { useFormatter } from "next-intl";

/** "Fri, 25 Dec 2026" for `2026-12-25`. */
export function useDayWords(): (date: string) => string {
  const format = useFormatter();
  return (date) =>
    format.dateTime(new Date(`${date}T00:00:00Z`), {
      weekday: "short",
      day: "numeric",
      month: "short",
      year: "numeric",
      timeZone: "UTC",
    });
}
