"use client";

import { useTranslations } from "next-intl";
import { shownError } from "@/app/_kit/page/shown-error";
import { Avatar } from "@/app/_kit/ui/avatar";
import { Button } from "@/app/_kit/ui/button";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { PageLink } from "@/app/_kit/ui/page-link";
import { SkeletonRegion, SkeletonRows } from "@/app/_kit/ui/skeleton";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { spansOf } from "@/app/(app)/dashboard/(leave)/leaves/year/months";
import type {
  AwayDay,
  AwayDays,
  ChartAbsence,
  ChartPlace,
  ChartRow,
  Column,
  RuledDay,
} from "@/app/(app)/dashboard/(team)/wallchart/chart-types";
import { colorsOf, unknownLetter } from "@/app/(app)/dashboard/(team)/wallchart/letters";
import { absencesOn, groundOf } from "@/app/(app)/dashboard/(team)/wallchart/marks";
import { stepOf, useAwayDays } from "@/app/(app)/dashboard/(team)/wallchart/use-away-days";
import type { Question } from "@/app/(app)/dashboard/(team)/wallchart/use-people";
import { useWords } from "@/app/(app)/dashboard/(team)/wallchart/use-words";
import { paths } from "@/app/paths";
import { groupBy } from "@/server/kernel/group-by";

type Props = {
  /** Null if it did not come with the page. */
  first: AwayDays | null;
  question: Question;
  columns: readonly Column[];
  letters: ReadonlyMap<string, string>;
  /** Whether this view is visible: only then missing data is loaded. */
  isNeeded: boolean;
};

/** The narrow view: what leave rules say of the period, and who is away. */
export function DayList({ ruled, ...rest }: Props & { ruled: readonly RuledDay[] }) {
  return (
    <div className="flex flex-col gap-4">
      <Ruled ruled={ruled} />
      <AwayList {...rest} />
    </div>
  );
}

/** The days on which no one more can be away, by rule. */
function Ruled({ ruled }: { ruled: readonly RuledDay[] }) {
  const t = useTranslations("wallchart");
  const dates = useLeaveDates();
  const days = ruled.flatMap(({ date, names }) => names.map((name) => ({ date, name })));
  if (days.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 rounded-lg border border-line bg-warning-soft px-3 py-2 text-sm">
      {[...groupBy(days, ({ name }) => name)].map(([name, some]) => (
        <li key={name} className="wrap-anywhere">
          {t("ruled", { rules: name })}
          <span className="block text-muted text-xs">
            {spansOf(some.map(({ date }) => date))
              .map((span) => dates(span))
              .join("; ")}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The days with absences and the absent employees; in a quarter, the weeks. Past days are collapsed. */
function AwayList({ first, letters, ...rest }: Props) {
  const t = useTranslations("wallchart");
  const { away, loading, error, load } = useAwayDays(first, rest);
  if (!away)
    return error ? (
      <ErrorPanel error={shownError(error)} onRetry={() => void load(null)} />
    ) : (
      <SkeletonRegion label={t("loading")}>
        <SkeletonRows rows={8} columns={2} />
      </SkeletonRegion>
    );
  const { columns } = rest;
  const days = new Map(away.days.map((day) => [day.date, day]));
  const shown = columns.flatMap((column) => {
    const day = days.get(column.days[0] ?? "");
    return day ? [{ column, day }] : [];
  });
  if (shown.length === 0)
    return (
      <div className="rounded-lg border border-control border-dashed px-5 py-6">
        <p className="font-semibold">{t("nobodyAway")}</p>
        <p className="mt-1 text-muted">{t("nobodyAwayText")}</p>
      </div>
    );
  const today = columns.find(({ isToday }) => isToday)?.days[0] ?? "";
  const over = shown.filter(({ day }) => day.date < today);
  const people = new Map(away.people.map((row) => [row.id, row]));
  const places = new Map(away.calendars.map((place) => [place.id, place]));
  const list = (parts: typeof shown) => (
    <ol className="flex flex-col gap-4">
      {parts.map(({ column, day }) => (
        <OneDay
          key={day.date}
          {...{ column, day, people, places, letters }}
          isLoading={loading === day.date}
          loadMore={() => void load(day)}
        />
      ))}
    </ol>
  );
  return (
    <div className="flex flex-col gap-4">
      {over.length > 0 ? (
        <details className="flex flex-col">
          <summary className="min-h-8 content-center rounded-md font-medium text-muted pointer-coarse:min-h-11">
            {t(stepOf(columns) > 1 ? "earlierWeeks" : "earlier", { count: over.length })}
          </summary>
          <div className="mt-3">{list(over)}</div>
        </details>
      ) : null}
      {over.length === shown.length ? <p className="text-muted">{t("nobodyFromToday")}</p> : null}
      {list(shown.filter(({ day }) => day.date >= today))}
      {error ? <ErrorPanel error={shownError(error)} /> : null}
    </div>
  );
}

type DayProps = {
  column: Column;
  day: AwayDay;
  people: ReadonlyMap<string, ChartRow>;
  places: ReadonlyMap<string, ChartPlace>;
  letters: Props["letters"];
  isLoading: boolean;
  loadMore: () => void;
};

function OneDay({ column, day, people, places, letters, isLoading, loadMore }: DayProps) {
  const t = useTranslations("wallchart");
  const rows = day.people.flatMap((id) => people.get(id) ?? []);
  const counts = { away: day.awayCount, waiting: day.pendingCount, elsewhere: day.elsewhereCount };
  const counted = (["away", "waiting", "elsewhere"] as const).flatMap((kind) =>
    counts[kind] > 0 ? [t(`onDay.${kind}`, { count: counts[kind] })] : [],
  );
  const left = day.awayCount + day.pendingCount + day.elsewhereCount - day.people.length;
  return (
    <li>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <h3 className="font-semibold" aria-current={column.isToday ? "date" : undefined}>
          {column.name}
          {column.isToday ? <span className="wc-today">{t("today")}</span> : null}
        </h3>
        <span className="text-muted text-xs tabular-nums">{counted.join(", ")}</span>
      </div>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {rows.flatMap((row) =>
          absencesOf(column, row, places).map((absence) => (
            <OneAbsence
              key={`${row.id} ${absence.startDate} ${absence.startMinutes}`}
              {...{ row, absence, column, letters }}
            />
          )),
        )}
      </ul>
      {day.hasMore ? (
        <Button size="sm" block className="mt-2" onClick={loadMore} pending={isLoading}>
          {t("moreOnDay", { count: left })}
        </Button>
      ) : null}
    </li>
  );
}

type AbsenceProps = Pick<DayProps, "column" | "letters"> & { row: ChartRow; absence: ChartAbsence };

function OneAbsence({ row, absence, column, letters }: AbsenceProps) {
  const words = useWords();
  return (
    <li className="wc-list-row">
      <span
        aria-hidden
        data-status={absence.status}
        data-fill="day"
        data-starts
        data-ends
        className="wc-mark wc-list-mark"
        style={colorsOf(absence.type?.color)}
      >
        <span className="wc-letter">{absence.type ? letters.get(absence.type.name) : unknownLetter}</span>
      </span>
      <Avatar name={row.name} className="-me-1" />
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
  );
}

/** An employee's absences in a column, on their working days. */
function absencesOf({ days }: Column, row: ChartRow, places: DayProps["places"]): ChartAbsence[] {
  const place = places.get(row.calendarId);
  const worked = days.filter((day) => !["off", "holiday"].includes(groundOf(day, place).ground));
  return [...new Set(worked.flatMap((day) => absencesOn(row.absences, day)))];
}
