"use client";

import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Request, RequestContext } from "@/app/(app)/dashboard/(team)/approvals/request";
import { useDay } from "@/app/(app)/dashboard/(team)/approvals/request-facts";
import { PersonRow } from "@/app/(app)/dashboard/(team)/wallchart/chart-row";
import type {
  ChartAbsence,
  ChartPlace,
  ChartRow,
  Choices,
  Column,
} from "@/app/(app)/dashboard/(team)/wallchart/chart-types";
import { ColumnHead } from "@/app/(app)/dashboard/(team)/wallchart/column-head";
import { Legend } from "@/app/(app)/dashboard/(team)/wallchart/legend";
import { lettersOf } from "@/app/(app)/dashboard/(team)/wallchart/letters";
import { daysOf } from "@/app/(app)/dashboard/(team)/wallchart/period";
import { useWords } from "@/app/(app)/dashboard/(team)/wallchart/use-words";
import { touchesDays } from "@/server/kernel/time/date-range";

type Props = { request: Request; context: RequestContext; leaveTypes: Choices["leaveTypes"] };

const week = 7;

/** The team in the weeks around a leave: a small wallchart, one week per table, of absent colleagues. */
export function TeamWeeks({ request, context, leaveTypes }: Props) {
  const t = useTranslations("approvals.context");
  const words = useWords();
  const day = useDay();
  const weeks = useWeeks(context.window);
  const { own, colleagues } = rowsOf(request, context, useLocale());
  const letters = useLetters(leaveTypes, own, colleagues);
  const { place, off } = placesOf(context);
  const everybody = [own, ...colleagues];
  const hasPending = everybody.some(({ absences }) => absences.some(({ status }) => status === "OPEN"));
  return (
    <section aria-labelledby="request-team" className="border-line border-t pt-3">
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <h3 id="request-team" className="font-medium">
          {t("team")}
        </h3>
        <span className="text-muted text-xs">{t("teamSize", { size: context.window.size })}</span>
      </div>
      <ol className="flex flex-col gap-3">
        {weeks.map((columns) => {
          const days = columns.flatMap((column) => column.days);
          const [first = "", last = ""] = [days[0], days.at(-1)];
          const here = everybody.filter(({ absences }) =>
            absences.some((absence) => touchesDays(absence, first, last)),
          );
          const label = t("week", { date: day(first) });
          return (
            <li key={first}>
              {here.length === 0 ? (
                <p className="flex justify-between gap-3 text-muted text-xs">
                  <span>{label}</span>
                  <span>{t("nobodyAway")}</span>
                </p>
              ) : (
                <table aria-label={label} className="wc-table near-weeks">
                  <thead>
                    <tr>
                      <th scope="col" className="wc-corner">
                        {label}
                      </th>
                      {columns.map((column) => (
                        <ColumnHead
                          key={column.name}
                          column={column}
                          data-asked={isAsked(request, column) || undefined}
                        />
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {here.map((row, index) => (
                      <PersonRow
                        key={row.id}
                        {...{ row, columns, letters, words }}
                        place={row === own ? place : off}
                        rowIndex={index + 2}
                        tabColumn={null}
                        note=""
                      />
                    ))}
                  </tbody>
                </table>
              )}
            </li>
          );
        })}
      </ol>
      <div className="mt-3">
        <Legend
          chart={{ own, people: colleagues }}
          letters={letters}
          leaveTypes={leaveTypes}
          patterns={hasPending ? ["pending"] : []}
        />
      </div>
    </section>
  );
}

const isAsked = (request: Request, { days: [date = ""] }: Column): boolean => touchesDays(request, date);

/** The wallchart's letters, plus letters for retired leave types. */
function useLetters(leaveTypes: Props["leaveTypes"], own: ChartRow, colleagues: readonly ChartRow[]) {
  const offered = leaveTypes.map(({ name }) => name);
  const shown = [own, ...colleagues].flatMap(({ absences }) =>
    absences.flatMap(({ type }) => type?.name ?? []),
  );
  const names = JSON.stringify([...new Set([...offered, ...shown])]);
  return useMemo(() => lettersOf(JSON.parse(names)), [names]);
}

/** The days of the weeks, with their labels. */
function useWeeks(window: RequestContext["window"]): Column[][] {
  const format = useFormatter();
  const { startDate, endDate } = window;
  return useMemo(() => {
    const zone = { timeZone: "UTC" } as const;
    const columns = daysOf({ startDate, endDate }).map((date) => {
      const at = new Date(`${date}T00:00:00Z`);
      return {
        days: [date],
        name: format.dateTime(at, { ...zone, weekday: "short", day: "numeric", month: "short" }),
        top: format.dateTime(at, { ...zone, weekday: "narrow" }),
        bottom: String(Number(date.slice(8))),
        isToday: false,
      };
    });
    return Array.from({ length: columns.length / week }, (_, at) =>
      columns.slice(at * week, at * week + week),
    );
  }, [format, startDate, endDate]);
}

/** The requester with the requested leave, and the absent colleagues. */
function rowsOf(
  request: Request,
  { team }: RequestContext,
  locale: string,
): { own: ChartRow; colleagues: ChartRow[] } {
  const rowOf = (id: string, name: string, absences: ChartAbsence[]): ChartRow => ({
    ...{ id, name, absences },
    department: request.departmentName,
    location: "",
    calendarId: "",
  });
  const asked: ChartAbsence = {
    leaveId: null,
    startDate: request.startDate,
    endDate: request.endDate,
    isFullDayLeave: request.isFullDayLeave,
    startMinutes: request.startMinutes,
    endMinutes: request.endMinutes,
    startPart: request.startPart,
    endPart: request.endPart,
    status: "OPEN",
    type: { name: request.typeName, color: request.typeColor },
  };
  const colleagues = new Map<string, ChartRow>();
  for (const { userId, name, durationWorkingDays: _days, ...leave } of team) {
    const row = colleagues.get(userId) ?? rowOf(userId, name, []);
    row.absences.push({ leaveId: null, ...leave });
    colleagues.set(userId, row);
  }
  const byName = (a: ChartRow, b: ChartRow) => a.name.localeCompare(b.name, locale);
  return {
    own: rowOf("asked", request.userName, [asked]),
    colleagues: [...colleagues.values()].sort(byName),
  };
}

/** The requester's working days. Colleagues may work elsewhere: they only share the weekly days off. */
function placesOf({ place: own, holidays }: RequestContext) {
  const place: ChartPlace = { id: "", ...own, holidays };
  return { place, off: { ...place, holidays: [], patterns: [] } };
}
