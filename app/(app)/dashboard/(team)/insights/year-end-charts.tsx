"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { BarList } from "@/app/_kit/ui/bar-list";
import { ChartFigure } from "@/app/_kit/ui/chart-figure";
import { addressOf as balancesOf } from "@/app/(app)/dashboard/(leave)/balances/address";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { sumOf } from "@/app/(app)/dashboard/(team)/insights/sum-of";
import type { AppRouter } from "@/server/api/trpc";
import { toTenths } from "@/server/kernel/time/amount";

type YearEnd = inferRouterOutputs<AppRouter>["insights"]["yearEnd"];

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
      summary={
        top
          ? t("summary", { days: toTenths(days), people, name: top.name, most: toTenths(top.remaining) })
          : t("none")
      }
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
          valueText: t("value", { days: toTenths(one.remaining), people: one.people, average: average(one) }),
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
                days: toTenths(sumOf(people.map(({ lapsing }) => lapsing))),
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
          valueText: t("value", { days: toTenths(lapsing), date: by(firstLapseOn), department }),
        }))}
      />
    </ChartFigure>
  );
}
