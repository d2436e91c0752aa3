"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useFormatter, useTranslations } from "next-intl";
import { ChartFigure } from "@/app/_kit/ui/chart-figure";
import { niceTicksAround } from "@/app/_kit/ui/nice-ticks";
import { StepChart } from "@/app/_kit/ui/step-chart";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import type { AppRouter } from "@/server/api/trpc";
import { amountIn } from "@/server/kernel/time/amount";

export type Curve = inferRouterOutputs<AppRouter>["balances"]["curve"];
type Point = Curve["points"][number];

const dayMs = 86_400_000;
const thousandths = (days: number) => Math.round(days * 1000) / 1000;
const ifApproved = ({ left, waiting }: Point) => thousandths(left - waiting);

function useWords({ hoursPerDay, dayHours }: Curve) {
  const t = useTranslations("balances.curve");
  const dates = useLeaveDates();
  return {
    t,
    number: (days: number) => amountIn(days, hoursPerDay).shown,
    amount: (days: number) => t("amount", amountIn(days, hoursPerDay, dayHours)),
    on: (date: string) => dates({ startDate: date, endDate: date }),
  };
}

/** The finding in words: what is not taken today, and left to book; what is left at the end, what waits, and what lapses. */
function useSummary(curve: Curve): string {
  const { t, amount, on } = useWords(curve);
  const { points, year, today, lapses } = curve;
  const last = points.at(-1);
  if (!last) return "";
  const isNow = today >= year.start && today < year.end;
  const now = isNow ? points.findLast(({ date }) => date <= today) : undefined;
  const coming = isNow ? lapses.filter(({ date }) => date >= today) : lapses;
  return [
    // What the table calls "Left" deducts all leave of the year: both figures are said, each as what it is.
    ...(now ? [t("today", { left: amount(now.left), remaining: amount(now.remaining) })] : []),
    t("end", { date: on(year.end), left: amount(last.left) }),
    ...(last.waiting > 0 ? [t("ifApproved", { left: amount(ifApproved(last)) })] : []),
    ...coming.map(({ date, days }) =>
      t(date < today ? "lapsed" : "lapses", { date: on(date), days: amount(days) }),
    ),
  ].join(" ");
}

/** The points, and what lapses at the end of the year: that is no step of this year. */
function rowsOf({ points, year, lapses }: Curve): readonly Point[] {
  const lost = lapses.find(({ date }) => date === year.end);
  const last = points.at(-1);
  if (!lost || !last) return points;
  const change = { kind: "LAPSED" as const, days: -lost.days };
  const isAtEnd = last.date === year.end;
  const changes = isAtEnd ? [...last.changes, change] : [change];
  return [...(isAtEnd ? points.slice(0, -1) : points), { ...last, date: year.end, changes }];
}

type Props = { curve: Curve; type: string };

/** One balance over its accounting year, as a line in steps. */
export function BalanceCurve({ curve, type }: Props) {
  const { t, number, amount, on } = useWords(curve);
  const format = useFormatter();
  const summary = useSummary(curve);
  const { points, year, today } = curve;
  const start = Date.parse(year.start);
  const length = (Date.parse(year.end) - start) / dayMs + 1;
  const placeOf = (date: string) => (Date.parse(date) - start) / dayMs / length;
  const waits = points.some(({ waiting }) => waiting > 0);
  const isLost = ({ changes }: Point) => changes.some(({ kind }) => kind === "LAPSED");
  const changed = ({ changes }: Point) =>
    changes.map(({ kind, days }) => t(`changes.${kind}`, { amount: amount(Math.abs(days)) }));
  const labelOf = (point: Point) =>
    t("step", {
      date: on(point.date),
      left: amount(point.left),
      changes: format.list(changed(point), { type: "unit" }),
      waiting: point.waiting > 0 ? "yes" : "no",
      ifApproved: amount(ifApproved(point)),
    });
  const values = points.flatMap((point) => [number(point.left), number(ifApproved(point))]);
  const ticks = niceTicksAround(Math.min(0, ...values), Math.max(0, ...values)).map((value) => ({
    value,
    label: format.number(value),
  }));
  return (
    <ChartFigure
      title={t("title", { type })}
      summary={summary}
      fileName={t("file", { start: year.start, end: year.end })}
      legend={<Legend waits={waits} loses={points.some(isLost)} knowsFuture={today < year.end} />}
      data={{
        columns: [
          t("columns.date"),
          t("columns.what"),
          t("columns.given"),
          t("columns.taken"),
          t("columns.left"),
          t("columns.ifApproved"),
          t("columns.remaining"),
        ],
        rows: rowsOf(curve).map((point) => [
          point.date,
          changed(point).join(", ") || t("start"),
          number(point.given),
          number(point.taken),
          number(point.left),
          number(ifApproved(point)),
          number(point.remaining),
        ]),
      }}
    >
      <StepChart
        label={t("title", { type })}
        ticks={ticks}
        ends={[on(year.start), on(year.end)]}
        now={today >= year.start && today <= year.end ? { at: placeOf(today), name: t("now") } : null}
        steps={points.map((point) => ({
          key: point.date,
          at: placeOf(point.date),
          label: labelOf(point),
          value: number(point.left),
          second: number(ifApproved(point)),
          isLoss: isLost(point),
        }))}
      />
    </ChartFigure>
  );
}

/** Line styles, not only colours, tell the lines apart. */
function Legend({ waits, loses, knowsFuture }: { waits: boolean; loses: boolean; knowsFuture: boolean }) {
  const t = useTranslations("balances.curve.legend");
  const sample = "inline-block w-6 border-t-2";
  const main = "border-accent dark:border-ring forced-colors:border-[CanvasText]";
  return (
    <ul className="mb-2.5 flex flex-wrap gap-x-4 gap-y-1 text-muted text-xs">
      <li className="flex items-center gap-1.5">
        <span aria-hidden className={`${sample} ${main}`} />
        {t("left")}
      </li>
      {knowsFuture ? (
        <li className="flex items-center gap-1.5">
          <span aria-hidden className={`${sample} ${main} border-dashed`} />
          {t("booked")}
        </li>
      ) : null}
      {waits ? (
        <li className="flex items-center gap-1.5">
          <span
            aria-hidden
            className={`${sample} border-warning border-dotted forced-colors:border-[GrayText]`}
          />
          {t("waiting")}
        </li>
      ) : null}
      {loses ? (
        <li className="flex items-center gap-1.5">
          <span aria-hidden className="text-danger-text leading-none">
            ▼
          </span>
          {t("lapsed")}
        </li>
      ) : null}
    </ul>
  );
}
