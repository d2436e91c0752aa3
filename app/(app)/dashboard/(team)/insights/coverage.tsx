"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { ChartFigure } from "@/app/_kit/ui/chart-figure";
import { cn } from "@/app/_kit/ui/class-names";
import type { AppRouter } from "@/server/api/trpc";
import { evenDate } from "@/server/kernel/time/even-date";

type CoverageOf = inferRouterOutputs<AppRouter>["insights"]["coverage"];
type Department = CoverageOf["departments"][number];
type Least = NonNullable<Department["weeks"][number]>;

/** How full a day is: less than half, less than three quarters, or more are in. */
const levelOf = (week: Least): "few" | "some" | "most" =>
  week.in * 2 < week.of ? "few" : week.in * 4 < week.of * 3 ? "some" : "most";

/** The patterns and the widths of bars say the same without colours. */
const looks = {
  few: "border-danger-line bg-danger-soft",
  some: "border-warning-line bg-warning-soft",
  most: "border-line bg-surface",
};
const bars = {
  few: "bg-danger",
  some: "bg-warning bg-[repeating-linear-gradient(45deg,var(--surface)_0_1.5px,transparent_1.5px_5px)]",
  most: "bg-accent dark:bg-ring",
};

function useDays() {
  const format = useFormatter();
  const locale = useLocale();
  return (date: string) =>
    evenDate(
      format.dateTime(new Date(`${date}T00:00:00Z`), {
        ...{ timeZone: "UTC", weekday: "short", day: "numeric", month: "short" },
      }),
      locale,
    );
}

/** Who is in, in the coming weeks: of each department and week, the day on which the smallest part is. */
export function Coverage({ coverage: { weeks, departments } }: { coverage: CoverageOf }) {
  const t = useTranslations("insights.coverage");
  const day = useDays();
  const all = departments.flatMap(({ name, weeks: shown }) =>
    shown.flatMap((week) => (week ? [{ name, ...week }] : [])),
  );
  const least = all.reduce<(typeof all)[number] | null>(
    (lowest, one) => (lowest && lowest.in * one.of <= one.in * lowest.of ? lowest : one),
    null,
  );
  const summary = least
    ? t("summary", { day: day(least.day), name: least.name, in: least.in, of: least.of })
    : t("none");
  return (
    <ChartFigure
      title={t("title")}
      summary={`${summary} ${t("rule")}`}
      fileName={t("file", { date: weeks[0]?.startDate ?? "" })}
      data={{
        columns: [
          t("columns.department"),
          t("columns.week"),
          t("columns.day"),
          t("columns.in"),
          t("columns.of"),
        ],
        rows: departments.flatMap(({ name, weeks: shown }) =>
          shown.map((week, at) => [
            name,
            weeks[at]?.startDate ?? "",
            week?.day ?? null,
            week?.in ?? null,
            week?.of ?? null,
          ]),
        ),
      }}
      legend={null}
    >
      <ul className="flex flex-col gap-4">
        {departments.map((department) => (
          <OneDepartment key={department.id} department={department} weeks={weeks} day={day} />
        ))}
      </ul>
    </ChartFigure>
  );
}

type Props = { department: Department; weeks: CoverageOf["weeks"]; day: (date: string) => string };

function OneDepartment({ department: { name, people, weeks: shown }, weeks, day }: Props) {
  const t = useTranslations("insights.coverage");
  return (
    <li>
      <h3 className="mb-1 flex flex-wrap items-baseline gap-x-2 font-medium">
        <span className="wrap-anywhere">{name}</span>
        <span className="font-normal text-muted text-xs">{t("people", { count: people })}</span>
      </h3>
      <ol className="grid grid-cols-2 gap-1.5 sm:grid-cols-4 xl:grid-cols-8">
        {shown.map((week, at) => (
          <li
            key={weeks[at]?.startDate}
            className={cn("rounded-md border px-2 py-1.5", looks[week ? levelOf(week) : "most"])}
          >
            {week ? (
              <>
                <span className="block tabular-nums">{t("in", { in: week.in, of: week.of })}</span>
                <span className="block text-muted text-xs">{day(week.day)}</span>
                <span aria-hidden className="mt-1 block h-1 rounded-full bg-sunken">
                  <span
                    className={cn("block h-full rounded-full", bars[levelOf(week)])}
                    style={{ width: `${(week.in / week.of) * 100}%` }}
                  />
                </span>
              </>
            ) : (
              <>
                <span className="block text-muted">{t("noDay")}</span>
                <span className="block text-muted text-xs">
                  {t("weekFrom", { date: day(weeks[at]?.startDate ?? "") })}
                </span>
              </>
            )}
          </li>
        ))}
      </ol>
    </li>
  );
}
