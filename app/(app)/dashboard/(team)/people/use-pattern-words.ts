import { useFormatter, useTranslations } from "next-intl";
import { lengthText, weekdaysFrom } from "@/app/(app)/dashboard/(team)/people/patterns";

const zone = { timeZone: "UTC" } as const;
/** 4 January 1970 was a Sunday. */
const dayOfWeek = (weekday: number) => new Date(Date.UTC(1970, 0, 4 + weekday));

/** Describes working patterns. */
export function usePatternWords() {
  const t = useTranslations("people.pattern");
  const format = useFormatter();
  const dayName = (weekday: number, weekdayStyle: "short" | "long" = "short") =>
    format.dateTime(dayOfWeek(weekday), { ...zone, weekday: weekdayStyle });
  const date = (day: string) =>
    format.dateTime(new Date(`${day}T00:00:00Z`), {
      ...zone,
      day: "numeric",
      month: "short",
      year: "numeric",
    });

  /** "Mon – Thu 8 h, Fri 4 h 30 min" */
  const week = (minutes: readonly number[], first: number): string => {
    const runs: { from: number; to: number; length: number }[] = [];
    for (const weekday of weekdaysFrom(first)) {
      const length = minutes[weekday] ?? 0;
      const last = runs.at(-1);
      if (last?.length === length) last.to = weekday;
      else runs.push({ from: weekday, to: weekday, length });
    }
    const worked = runs.filter(({ length }) => length > 0);
    if (worked.length === 0) return t("noDay");
    return worked
      .map(({ from, to, length }) => {
        const day = from === to ? dayName(from) : `${dayName(from)} – ${dayName(to)}`;
        return t("day", { day, hours: lengthText(length) });
      })
      .join(", ");
  };
  /** One text for each week of the cycle. */
  const weeks = (minutes: readonly (readonly number[])[], first: number): string[] => {
    const count = minutes[0]?.length ?? 1;
    return Array.from({ length: count }, (_, at) => {
      const days = week(
        minutes.map((list) => list[at] ?? 0),
        first,
      );
      return count === 1 ? days : t("weekOf", { week: t(at === 0 ? "first" : "second"), days });
    });
  };
  return { dayName, date, weeks };
}
