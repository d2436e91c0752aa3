"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ChartAbsence, ChartPlace, Column } from "@/app/(app)/dashboard/(team)/wallchart/chart-types";
import { fillOf, groundOf } from "@/app/(app)/dashboard/(team)/wallchart/marks";

const zone = { timeZone: "UTC" } as const;

const none: readonly string[] = [];

/** A chart's cells as text, for screen readers and tooltips. */
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
    /** The hours of a part day, or the half of this day. */
    const partsOn = (one: ChartAbsence, day: string) => {
      if (!one.isFullDayLeave) return hours(one);
      const fill = fillOf(one, undefined, day);
      return fill === "morning" || fill === "afternoon" ? [t(fill)] : [];
    };
    /** The hours of a part day, or the halves at either end. */
    const partsIn = (one: ChartAbsence) => {
      const { startDate, endDate, startPart, endPart } = one;
      if (startDate === endDate) return partsOn(one, startDate);
      if (!one.isFullDayLeave) return hours(one);
      return [
        ...(startPart === "AFTERNOON" ? [t("fromNoon", { date: date(startDate) })] : []),
        ...(endPart === "MORNING" ? [t("untilNoon", { date: date(endDate) })] : []),
      ];
    };

    /** "Vacation, approved, until 7 Aug" */
    const absence = (one: ChartAbsence, lastShown: string) =>
      [
        type(one),
        ...partsOn(one, lastShown),
        t(one.status === "OPEN" ? "pending" : "approved"),
        ...(one.endDate > lastShown ? [t("until", { date: date(one.endDate) })] : []),
      ].join(", ");

    const holidaysOf = ({ days }: Column, place: ChartPlace | undefined) =>
      days.flatMap((day) => {
        const { ground, holiday } = groundOf(day, place);
        if (!holiday) return [];
        return [t(ground === "halfHoliday" ? "halfHoliday" : "holiday", { name: holiday })];
      });
    /** By place, which nearly all cells share. */
    const free = new WeakMap<ChartPlace, Map<Column, string>>();
    const composeFree = (column: Column, place: ChartPlace) => {
      const { name, days } = column;
      if (days.length > 1) return [name, ...holidaysOf(column, place)].join("; ");
      const isOff = groundOf(days[0] ?? "", place).ground === "off";
      return [name, ...holidaysOf(column, place), ...(isOff ? [t("dayOff")] : [])].join(", ");
    };
    const withoutLeave = (column: Column, place: ChartPlace | undefined) => {
      if (!place) return column.name;
      const known = free.get(place) ?? new Map<Column, string>();
      free.set(place, known);
      const words = known.get(column) ?? composeFree(column, place);
      known.set(column, words);
      return words;
    };
    const inWeek = (one: ChartAbsence) => {
      const [from, to] = [date(one.startDate), date(one.endDate)];
      const when = one.startDate === one.endDate ? from : t("range", { from, to });
      return [type(one), ...partsIn(one), t(one.status === "OPEN" ? "pending" : "approved"), when].join(", ");
    };

    /**
     * "Tue 3 Aug, Vacation, approved, until 7 Aug"; for a week, each leave with its days.
     * @param here leave in this column
     * @param rules by which no one shown can be away in this column
     */
    const cell = (
      column: Column,
      here: readonly ChartAbsence[],
      place: ChartPlace | undefined,
      rules: readonly string[] = none,
    ): string => {
      const words = absences(column, here, place);
      return rules.length > 0 ? `${words}${column.days.length > 1 ? "; " : ", "}${ruled(rules)}` : words;
    };
    const ruled = (rules: readonly string[]) => t("ruled", { rules: rules.join(", ") });
    const absences = (column: Column, here: readonly ChartAbsence[], place: ChartPlace | undefined) => {
      const { name, days } = column;
      if (here.length === 0) return withoutLeave(column, place);
      const holidays = holidaysOf(column, place);
      if (days.length > 1) return [name, ...here.map(inWeek), ...holidays].join("; ");
      return [name, ...here.map((one) => absence(one, days[0] ?? "")), ...holidays].join(", ");
    };
    return { type, absence, cell };
  }, [t, format]);
}

export type Words = ReturnType<typeof useWords>;
