"use client";

import { useFormatter, useTranslations } from "next-intl";
import {
  clockText,
  useDayNames,
} from "@/app/(app)/dashboard/(integrations)/open-api/notifications/use-when-words";
import type { ReportListed } from "@/app/(app)/dashboard/(integrations)/open-api/reports/report-views";
import { type Weekday, weekdays } from "@/drizzle/schema/values";

const fromMonday = (day: number): number => (day + 6) % 7;
const workWeek = "1,2,3,4,5";

/** "Weekdays at 09:00, Europe/Belgrade", "On the last day of the month at 09:00, Europe/Belgrade" */
export function useWhenWords(): (report: ReportListed) => string {
  const t = useTranslations("reports.when");
  const format = useFormatter();
  const dayName = useDayNames();
  const daysOf = (days: readonly number[]): string => {
    const sorted = [...days].sort((a, b) => fromMonday(a) - fromMonday(b));
    if (sorted.length === weekdays.length) return t("everyDay");
    if (sorted.join() === workWeek) return t("weekdays");
    return format.list(
      sorted.map((day) => dayName(day as Weekday, "short")),
      "all",
    );
  };
  const rhythmOf = (report: ReportListed): string => {
    if ("sendOnDays" in report) return daysOf(report.sendOnDays ?? []);
    if ("day" in report) return t("everyWeek", { day: dayName((report.day ?? 0) as Weekday) });
    const day = "dayOfMonth" in report ? report.dayOfMonth : null;
    return day === "LAST" ? t("lastOfMonth") : t("ofMonth", { day: Number(day) });
  };
  return (report) => t("at", { days: rhythmOf(report), time: clockText(report), zone: report.timezone });
}
