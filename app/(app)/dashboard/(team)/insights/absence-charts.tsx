"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useFormatter, useTranslations } from "next-intl";
import { ChartFigure } from "@/app/_kit/ui/chart-figure";
import { LineChart } from "@/app/_kit/ui/line-chart";
import { niceTicks } from "@/app/_kit/ui/nice-ticks";
import { Legend, StackedBars } from "@/app/_kit/ui/stacked-bars";
import { sumOf } from "@/app/(app)/dashboard/(team)/insights/sum-of";
import type { AppRouter } from "@/server/api/trpc";
import { toTenths } from "@/server/kernel/time/amount";

type Insights = inferRouterOutputs<AppRouter>["insights"];

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
              days: toTenths(total),
              type: sorted[0]?.name ?? "",
              ofType: toTenths(sumOf(sorted[0]?.days ?? [])),
              month: name(months[busiest] ?? ""),
              most: toTenths(totals[busiest] ?? 0),
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
            t("bar", { month: name(month), days: toTenths(totals[n] ?? 0) }),
            ...series.flatMap((one) =>
              one.days[n] ? [`${one.name} ${format.number(toTenths(one.days[n]))}`] : [],
            ),
          ].join(", "),
          segments: series.map(({ name: type, look, days }) => ({ name: type, look, value: days[n] ?? 0 })),
        }))}
      />
    </ChartFigure>
  );
}
