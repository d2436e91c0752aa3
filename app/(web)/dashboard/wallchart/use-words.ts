"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ChartAbsence, ChartPlace, Column } from "@/app/(web)/dashboard/wallchart/chart-types";
import { absencesOn, groundOf } from "@/app/(web)/dashboard/wallchart/marks";

const zone = { timeZone: "UTC" } as const;

/** A chart's cells in words: what the eye sees, for the ear, and for a pointer that rests. */
export function useWords() {
  const t = useTranslations("wallchart");
  const format = useFormatter();
  return useMemo(() => {
    const date = (day: string) =>
      format.dateTime(new Date(`${day}T00:00:00Z`), { ...zone, day: "numeric", month: "short" });
    const two = (value: number) => String(value).padStart(2, "0");
    const time = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

    const type = ({ type }: ChartAbsence) => type?.name ?? t("awayType");
    const hours = ({ isFullDayLeave, startMinutes, endMinutes }: ChartAbsence) =>
      isFullDayLeave ? [] : [t("hours", { from: time(startMinutes), to: time(endMinutes) })];

    /** "Vacation, approved, until 7 Aug" */
    const absence = (one: ChartAbsence, lastShown: string) =>
      [
        type(one),
        ...hours(one),
        t(one.status === "OPEN" ? "pending" : "approved"),
        ...(one.endDate > lastShown ? [t("until", { date: date(one.endDate) })] : []),
      ].join(", ");

    /** "Tue 3 Aug, Vacation, approved, until 7 Aug"; for a week, each leave with its days. */
    const cell = (
      { name, days }: Column,
      absences: readonly ChartAbsence[],
      place: ChartPlace | undefined,
    ) => {
      const [first = ""] = days;
      const last = days.at(-1) ?? first;
      const holidays = days.flatMap((day) => {
        const { ground, holiday } = groundOf(day, place);
        if (!holiday) return [];
        return [t(ground === "halfHoliday" ? "halfHoliday" : "holiday", { name: holiday })];
      });
      if (days.length === 1) {
        const here = absencesOn(absences, first).map((one) => absence(one, first));
        const isOff = here.length === 0 && groundOf(first, place).ground === "off";
        return [name, ...here, ...holidays, ...(isOff ? [t("dayOff")] : [])].join(", ");
      }
      const here = absences
        .filter(({ startDate, endDate }) => startDate <= last && endDate >= first)
        .map((one) => {
          const [from, to] = [date(one.startDate), date(one.endDate)];
          const when = one.startDate === one.endDate ? from : t("range", { from, to });
          return [type(one), ...hours(one), t(one.status === "OPEN" ? "pending" : "approved"), when].join(
            ", ",
          );
        });
      return [name, ...here, ...holidays].join("; ");
    };
    return { type, absence, cell };
  }, [t, format]);
}

export type Words = ReturnType<typeof useWords>;
