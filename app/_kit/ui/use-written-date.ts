import { useFormatter, useLocale, useTimeZone } from "next-intl";
import type { DateText } from "@/app/_kit/ui/date-text";
import { localesFrom } from "@/app/_kit/ui/date-words";
import type { DateReading } from "@/app/_kit/ui/typed-date";
import { wallText } from "@/app/_kit/ui/wall-time";
import { isCalendarDate } from "@/server/kernel/time/date-range";
import { evenDate } from "@/server/kernel/time/even-date";

const short = { weekday: "short", day: "numeric", month: "short", year: "numeric" } as const;
const long = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;

/** A calendar date in words, the same in every zone: "Thu 31 Dec 2026". Other text stays as it is. */
export function useWrittenDate(): (date: DateText, style?: "short" | "long") => string {
  const format = useFormatter();
  const locale = useLocale();
  return (date, style = "short") => {
    if (!isCalendarDate(date)) return date;
    const how = style === "short" ? short : long;
    return evenDate(format.dateTime(new Date(date), { ...how, timeZone: "UTC" }), locale);
  };
}

/** How to read a date that is typed now, in the reader's zone and language. */
export function useDateReading(pastDays: number): () => DateReading {
  const timeZone = useTimeZone() ?? "UTC";
  const locale = useLocale();
  return () => ({
    today: wallText(new Date(), timeZone).slice(0, 10),
    locales: localesFrom(locale),
    pastDays,
  });
}
