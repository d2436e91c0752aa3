"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useFormatter, useTranslations } from "next-intl";
import { BarList } from "@/app/_kit/ui/bar-list";
import { ChartFigure } from "@/app/_kit/ui/chart-figure";
import { LineChart } from "@/app/_kit/ui/line-chart";
import { niceTicks } from "@/app/_kit/ui/nice-ticks";
import { Legend, StackedBars } from "@/app/_kit/ui/stacked-bars";
import { addressOf as balancesOf } from "@/app/(app)/dashboard/(leave)/balances/address";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import type { AppRouter } from "@/server/api/trpc";

type Insights = inferRouterOutputs<AppRouter>["insights"];
type YearEnd = Insights["yearEnd"];

const sumOf = (values: readonly number[]): number =>
  Math.round(values.reduce((sum, value) => sum + value, 0) * 1000) / 1000;

function useMonths() {
  const format = useFormatter();
  const of = (month: string, style: "long" | "short") =>
    format.dateTime(new Date(`${month}-01T00:00:00Z`), { month: style, timeZone: "UTC" });
  return {
    name: (month: string) => of(month, "long"),
    ends: (months: readonly string[]): [string, string] => [
      of(months[0] ?? "2000-01", "short"),
      of(months.at(-1) ?? "2000-12", "short"),
    ],
  };
}

type YearEndProps = { yearEnd: YearEnd; type: { id: string; name: string }; year: number };

/** The remaining days of all at the end of the year, by department. */
export function LeftByDepartment({ yearEnd: { departments }, type, year }: YearEndProps) {
  const t = useTranslations("insights.left");
  const title = t("title", { type: type.name });
  const days = sumOf(departments.map(({ remaining }) => remaining));
  const people = sumOf(departments.map((department) => department.people));
  const top = [...departments].sort((a, b) => b.remaining - a.remaining)[0];
  const average = (of: { remaining: number; people: number }) =>
    Math.round((of.remaining / of.people) * 10) / 10;
  return (
    <ChartFigure
      title={title}
      summary={top ? t("summary", { days, people, name: top.name, most: top.remaining }) : t("none")}
      fileName={t("file", { year: String(year) })}
      data={{
        columns: [t("columns.department"), t("columns.people"), t("columns.left"), t("columns.average")],
        rows: departments.map((one) => [one.name, one.people, one.remaining, average(one)]),
      }}
    >
      <BarList
        rows={departments.map((one) => ({
          key: one.id,
          name: one.name,
          value: one.remaining,
          valueText: t("value", { days: one.remaining, people: one.people, average: average(one) }),
        }))}
      />
    </ChartFigure>
  );
}

/** The bars of a list that its table has in full. */
const maxBars = 15;

/** Who loses days at the end of the year, or before. */
export function MustTake({ yearEnd: { people, lapsingCount }, type, year }: YearEndProps) {
  const t = useTranslations("insights.mustTake");
  const dates = useLeaveDates();
  const by = (date: string | null) => (date === null ? "" : dates({ startDate: date, endDate: date }));
  const isCut = people.length < lapsingCount;
  return (
    <ChartFigure
      title={t("title", { type: type.name })}
      summary={
        lapsingCount === 0
          ? t("none")
          : [
              t("summary", {
                count: lapsingCount,
                days: sumOf(people.map(({ lapsing }) => lapsing)),
                isCut: String(isCut),
                shown: people.length,
              }),
              ...(people.length > maxBars ? [t("inTable", { bars: maxBars })] : []),
            ].join(" ")
      }
      fileName={t("file", { year: String(year) })}
      data={{
        columns: [
          t("columns.person"),
          t("columns.department"),
          t("columns.lapsing"),
          t("columns.by"),
          t("columns.left"),
        ],
        rows: people.map((one) => [one.name, one.department, one.lapsing, one.firstLapseOn, one.remaining]),
      }}
    >
      <BarList
        rows={people.slice(0, maxBars).map(({ id, name, lapsing, firstLapseOn, department }) => ({
          key: id,
          name,
          href: balancesOf({ user: id, asOf: firstLapseOn, type: type.id }),
          value: lapsing,
          valueText: t("value", { days: lapsing, date: by(firstLapseOn), department }),
        }))}
      />
    </ChartFigure>
  );
}

/** The sick rate by month, against the year before. */
export function SickRate({ sickRate: { months }, year }: { sickRate: Insights["sickRate"]; year: number }) {
  const t = useTranslations("insights.sick");
  const format = useFormatter();
  const { name, ends } = useMonths();
  const percent = (rate: number) => format.number(rate / 100, { style: "percent", maximumFractionDigits: 1 });
  const known = months.flatMap(({ rate, month }) => (rate === null ? [] : [{ rate, month }]));
  const top = Math.max(0, ...months.flatMap(({ rate, rateBefore }) => [rate ?? 0, rateBefore ?? 0]));
  const isKnown = months.some(({ rate, rateBefore }) => rate !== null || rateBefore !== null);
  const highest = [...known].sort((a, b) => b.rate - a.rate)[0];
  const last = months.findLast(({ rate }) => rate !== null);
  const summary =
    highest && last?.rate != null
      ? t("summary", {
          month: name(last.month),
          rate: percent(last.rate),
          hasBefore: String(last.rateBefore !== null),
          before: percent(last.rateBefore ?? 0),
          highest: name(highest.month),
          most: percent(highest.rate),
        })
      : t("none");
  return (
    <ChartFigure
      title={t("title")}
      summary={`${summary} ${t("rule")}`}
      fileName={t("file", { year: String(year) })}
      data={{
        columns: [
          t("columns.month"),
          t("columns.rate", { year: String(year) }),
          t("columns.rate", { year: String(year - 1) }),
        ],
        rows: months.map(({ month, rate, rateBefore }) => [name(month), rate, rateBefore]),
      }}
      legend={
        isKnown ? (
          <Legend
            items={[
              { name: String(year), look: "bg-accent dark:bg-ring" },
              { name: t("before", { year: String(year - 1) }), look: "bg-warning" },
            ]}
          />
        ) : null
      }
    >
      {isKnown ? (
        <LineChart
          label={t("label", { summary })}
          ticks={niceTicks(top).map((value) => ({ value, label: percent(value) }))}
          ends={ends(months.map(({ month }) => month))}
          lines={[
            {
              name: String(year - 1),
              look: "stroke-warning",
              dashed: true,
              values: months.map(({ rateBefore }) => rateBefore),
            },
            {
              name: String(year),
              look: "stroke-accent dark:stroke-ring",
              values: months.map(({ rate }) => rate),
            },
          ]}
        />
      ) : null}
    </ChartFigure>
  );
}

/** Colours with patterns of their own, so that no type is known by its colour alone. */
const looks = [
  "bg-accent dark:bg-ring",
  "bg-warning bg-[repeating-linear-gradient(45deg,var(--surface)_0_1.5px,transparent_1.5px_5px)]",
  "bg-success bg-[repeating-linear-gradient(0deg,var(--surface)_0_1.5px,transparent_1.5px_4px)]",
  "bg-danger bg-[repeating-linear-gradient(90deg,var(--surface)_0_1.5px,transparent_1.5px_4px)]",
  "bg-muted bg-[repeating-linear-gradient(-45deg,var(--surface)_0_2px,transparent_2px_4px)]",
  "bg-accent dark:bg-ring bg-[repeating-linear-gradient(45deg,var(--surface)_0_2px,transparent_2px_4px)]",
  "bg-success bg-[repeating-linear-gradient(-45deg,var(--surface)_0_1px,transparent_1px_6px)]",
  "bg-fg",
] as const;

/** Days away by leave type and month. Types beyond the looks are one together in the bars; the table has them all. */
export function DaysAway({
  daysAway: { months, types },
  year,
}: {
  daysAway: Insights["daysAway"];
  year: number;
}) {
  const t = useTranslations("insights.away");
  const format = useFormatter();
  const { name, ends } = useMonths();
  const sorted = [...types].sort((a, b) => sumOf(b.days) - sumOf(a.days));
  const own = sorted.length > looks.length ? sorted.slice(0, looks.length - 1) : sorted;
  const rest = sorted.slice(own.length);
  const series = [
    ...own,
    ...(rest.length > 0
      ? [
          {
            id: "rest",
            name: t("rest"),
            days: months.map((_, n) => sumOf(rest.map(({ days }) => days[n] ?? 0))),
          },
        ]
      : []),
  ].map((one, n) => ({ ...one, look: looks[n] ?? "bg-fg" }));
  const totals = months.map((_, n) => sumOf(types.map(({ days }) => days[n] ?? 0)));
  const busiest = totals.indexOf(Math.max(...totals));
  const total = sumOf(totals);
  return (
    <ChartFigure
      title={t("title")}
      summary={
        total > 0
          ? t("summary", {
              year: String(year),
              days: total,
              type: sorted[0]?.name ?? "",
              ofType: sumOf(sorted[0]?.days ?? []),
              month: name(months[busiest] ?? ""),
              most: totals[busiest] ?? 0,
            })
          : t("none", { year: String(year) })
      }
      fileName={t("file", { year: String(year) })}
      data={{
        columns: [t("columns.month"), ...types.map((type) => type.name), t("columns.total")],
        rows: months.map((month, n) => [
          name(month),
          ...types.map(({ days }) => days[n] ?? 0),
          totals[n] ?? 0,
        ]),
      }}
      legend={<Legend items={series} />}
    >
      <StackedBars
        label={t("title")}
        ends={ends(months)}
        bars={months.map((month, n) => ({
          key: month,
          label: [
            t("bar", { month: name(month), days: totals[n] ?? 0 }),
            ...series.flatMap((one) => (one.days[n] ? [`${one.name} ${format.number(one.days[n])}`] : [])),
          ].join(", "),
          segments: series.map(({ name: type, look, days }) => ({ name: type, look, value: days[n] ?? 0 })),
        }))}
      />
    </ChartFigure>
  );
}
