"use client";

import { useFormatter, useTranslations } from "next-intl";
import { type NotificationFrequency, type Weekday, weekdays } from "@/drizzle/schema/values";

interface Filters {
  locationIds: readonly string[];
  departmentIds: readonly string[];
  labelIds: readonly string[];
}

/** "Everyone", or "2 locations and 1 label" */
export function useAudienceWords(): (filters: Filters) => string {
  const t = useTranslations("notifications.audience");
  const format = useFormatter();
  return ({ locationIds, departmentIds, labelIds }) => {
    const parts = [
      { count: locationIds.length, word: "locations" },
      { count: departmentIds.length, word: "departments" },
      { count: labelIds.length, word: "labels" },
    ] as const;
    const named = parts.filter(({ count }) => count > 0).map(({ count, word }) => t(word, { count }));
    return named.length > 0 ? format.list(named, "all") : t("everyone");
  };
}

/** Names of the weekdays in the user's language; 0 is Sunday. */
export function useDayNames(): (day: Weekday, form?: "long" | "short") => string {
  const format = useFormatter();
  return (day, form = "long") =>
    // 4 January 1970 was a Sunday.
    format.dateTime(new Date(Date.UTC(1970, 0, 4 + day)), { weekday: form, timeZone: "UTC" });
}

export interface Schedule {
  frequency: NotificationFrequency;
  timezone: string;
  hour: number;
  minute: number;
  /** For daily ones. */
  sendOnDays?: readonly number[] | null;
  /** For weekly ones. */
  day?: number | null;
}

/** Formats a time of day. */
export const clockText = ({ hour, minute }: { hour: number; minute: number }): string =>
  `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;

const fromMonday = (day: number): number => (day + 6) % 7;
const workWeek = "1,2,3,4,5";
const weekend = "6,0";

/** "Weekdays at 09:00, Europe/Belgrade" */
export function useWhenWords(): (schedule: Schedule) => string {
  const t = useTranslations("notifications.when");
  const format = useFormatter();
  const dayName = useDayNames();
  const daysOf = (days: readonly number[]): string => {
    const sorted = [...days].sort((a, b) => fromMonday(a) - fromMonday(b));
    if (sorted.length === weekdays.length) return t("everyDay");
    if (sorted.join() === workWeek) return t("weekdays");
    if (sorted.join() === weekend) return t("weekends");
    const [only] = sorted;
    if (sorted.length === 1 && only !== undefined) return t("everyWeek", { day: dayName(only as Weekday) });
    return format.list(
      sorted.map((day) => dayName(day as Weekday, "short")),
      "all",
    );
  };
  return (schedule) => {
    const at = { time: clockText(schedule), zone: schedule.timezone };
    switch (schedule.frequency) {
      case "DAILY":
        return t("at", { ...at, days: daysOf(schedule.sendOnDays ?? []) });
      case "WEEKLY":
        return t("at", { ...at, days: t("everyWeek", { day: dayName((schedule.day ?? 0) as Weekday) }) });
      case "BIRTHDAY":
        return t("at", { ...at, days: t("birthdays") });
    }
  };
}
