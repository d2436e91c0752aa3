"use client";

import { useTranslations } from "next-intl";
import { memo } from "react";
import { PageLink } from "@/app/_ui/page-link";
import { paths } from "@/app/(web)/dashboard/paths";
import type {
  ChartPage,
  ChartPlace,
  ChartRow,
  Column,
  DayCount,
} from "@/app/(web)/dashboard/wallchart/chart-types";
import { colorsOf } from "@/app/(web)/dashboard/wallchart/legend";
import { unknownLetter } from "@/app/(web)/dashboard/wallchart/letters";
import { absencesOn, groundOf } from "@/app/(web)/dashboard/wallchart/marks";
import { useWords } from "@/app/(web)/dashboard/wallchart/use-words";

type Props = {
  chart: ChartPage;
  columns: readonly Column[];
  places: ReadonlyMap<string, ChartPlace>;
  letters: ReadonlyMap<string, string>;
  counts: DayCount[] | null;
};

/** On a narrow screen: the days on which somebody is away, with those who are; in a quarter, the weeks. */
export const DayList = memo(function DayList({ chart, columns, places, letters, counts }: Props) {
  const t = useTranslations("wallchart");
  const words = useWords();
  const everybody = [...(chart.own ? [chart.own] : []), ...chart.people];
  const days = columns
    .map((column) => ({ column, away: everybody.flatMap((row) => awayIn(column, row, places)) }))
    .filter(({ away }) => away.length > 0);
  if (days.length === 0)
    return (
      <div className="rounded-lg border border-control border-dashed px-5 py-6">
        <p className="font-semibold">{t("nobodyAway")}</p>
        <p className="mt-1 text-muted">{t("nobodyAwayText")}</p>
      </div>
    );
  return (
    <ol className="flex flex-col gap-4">
      {days.map(({ column, away }) => {
        const { awayCount = 0 } = counts?.find(({ date }) => date === column.days[0]) ?? {};
        return (
          <li key={column.name}>
            <div className="mb-1.5 flex items-baseline justify-between gap-3">
              <h3 className="font-semibold" aria-current={column.isToday ? "date" : undefined}>
                {column.name}
                {column.isToday ? <span className="wc-today">{t("today")}</span> : null}
              </h3>
              {counts && column.days.length === 1 ? (
                <span className="text-muted text-xs tabular-nums">{t("awayOn", { count: awayCount })}</span>
              ) : null}
            </div>
            <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
              {away.map(({ row, absence }) => (
                <li key={`${row.id} ${absence.startDate} ${absence.startMinutes}`} className="wc-list-row">
                  <span
                    aria-hidden
                    data-status={absence.status}
                    data-fill="day"
                    data-starts
                    data-ends
                    className="wc-mark wc-list-mark"
                    style={colorsOf(absence.type?.color)}
                  >
                    <span className="wc-letter">
                      {absence.type ? letters.get(absence.type.name) : unknownLetter}
                    </span>
                  </span>
                  <span className="min-w-0 flex-1">
                    {absence.leaveId ? (
                      <PageLink
                        href={paths.leave(absence.leaveId)}
                        className="rounded-sm font-medium wrap-anywhere hover:underline"
                      >
                        {row.name}
                      </PageLink>
                    ) : (
                      <span className="font-medium wrap-anywhere">{row.name}</span>
                    )}
                    <span className="block text-muted text-xs wrap-anywhere">
                      {words.absence(absence, column.days.at(-1) ?? "")}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          </li>
        );
      })}
    </ol>
  );
});

/** The leave that somebody has in a column, on a day that they would work. */
function awayIn({ days }: Column, row: ChartRow, places: Props["places"]) {
  const place = places.get(row.calendarId);
  const worked = days.filter((day) => !["off", "holiday"].includes(groundOf(day, place).ground));
  return [...new Set(worked.flatMap((day) => absencesOn(row.absences, day)))].map((absence) => ({
    row,
    absence,
  }));
}
