"use client";

import { useFormatter, useTranslations } from "next-intl";
import { ChartFigure } from "@/app/_kit/ui/chart-figure";
import { LineChart } from "@/app/_kit/ui/line-chart";
import { niceTicks } from "@/app/_kit/ui/nice-ticks";
import { Legend, StackedBars } from "@/app/_kit/ui/stacked-bars";
import { logQueryOf } from "@/app/(app)/dashboard/(integrations)/open-api/logs/log-filter";
import { outcomeLooks } from "@/app/(app)/dashboard/(integrations)/open-api/outcome-looks";
import { paths } from "@/app/paths";
import type { DayCounts, Usage, UsageDay } from "@/server/modules/integrations/request-log/usage";
import { type OutcomeCounts, outcomes } from "@/server/modules/integrations/request-log/values";

const startOf = (day: string) => new Date(`${day}T00:00:00Z`);
const totalOf = (counts: OutcomeCounts) => outcomes.reduce((sum, outcome) => sum + counts[outcome], 0);

/** Formats of days, hours and durations. Days and hours are UTC. */
function useShown() {
  const t = useTranslations("usage");
  const format = useFormatter();
  const timeZone = "UTC";
  const day = (of: string) => format.dateTime(startOf(of), { day: "numeric", month: "short", timeZone });
  const tenths = (value: number) =>
    format.number(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return {
    day,
    weekday: (of: string) => format.dateTime(startOf(of), { weekday: "long", timeZone }),
    hour: (at: Date) =>
      format.dateTime(at, {
        ...{ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
        timeZone,
      }),
    ends: (days: readonly UsageDay[]): [string, string] =>
      days[0] ? [day(days[0].day), day(days.at(-1)?.day ?? days[0].day)] : ["", ""],
    duration: (ms: number) => {
      if (ms >= 1000) return t("charts.s", { value: tenths(ms / 1000) });
      return t("charts.ms", { value: ms < 10 ? tenths(ms) : format.number(Math.round(ms)) });
    },
  };
}

function useRequestsSummary({ days, total }: DayCounts): string {
  const t = useTranslations("usage");
  const shown = useShown();
  const count = totalOf(total);
  if (count === 0) return t("charts.none");
  const share = Math.round(((count - total.success) / count) * 100);
  const failed = share === 0 && count > total.success ? t("charts.underOne") : String(share);
  const busiest = [...days].sort((a, b) => totalOf(b) - totalOf(a))[0]?.day;
  if (!busiest) return t("charts.summary", { count, failed });
  const when = { weekday: shown.weekday(busiest), day: shown.day(busiest) };
  return t("charts.summaryBusiest", { count, failed, ...when });
}

const dayMs = 86_400_000;

/** The requests of one day in the log. */
const logsOf = (day: string, key: string | undefined) =>
  logQueryOf(paths.logs, {
    range: "custom",
    from: startOf(day),
    to: new Date(startOf(day).getTime() + dayMs - 1),
    key: key ?? null,
  });

type RequestsProps = {
  counts: DayCounts;
  /** Part of the file name. */
  period: string;
  apiKey: string | undefined;
  title?: string;
};

export function RequestsChart({ counts, period, apiKey, title }: RequestsProps) {
  const t = useTranslations("usage");
  const format = useFormatter();
  const shown = useShown();
  const { days } = counts;
  const name = title ?? t("charts.requests");
  const looks = outcomes.map((outcome) => ({
    outcome,
    name: t(`outcomes.${outcome}`),
    look: outcomeLooks[outcome],
  }));
  const labelOf = (day: UsageDay) => {
    const parts = outcomes.flatMap((outcome) =>
      outcome === "success" || day[outcome] === 0
        ? []
        : [`${format.number(day[outcome])} ${t(`outcomesInline.${outcome}`)}`],
    );
    return [t("charts.ofDay", { day: shown.day(day.day), count: totalOf(day) }), ...parts].join(", ");
  };
  return (
    <ChartFigure
      title={name}
      summary={useRequestsSummary(counts)}
      fileName={t("charts.requestsFile", { month: period })}
      data={{
        columns: [t("charts.day"), ...looks.map(({ name }) => name)],
        rows: days.map((day) => [day.day, ...outcomes.map((outcome) => day[outcome])]),
      }}
      legend={<Legend items={looks} />}
    >
      <StackedBars
        label={name}
        ends={shown.ends(days)}
        bars={days.map((day) => ({
          key: day.day,
          label: labelOf(day),
          href: logsOf(day.day, apiKey),
          segments: looks.map(({ outcome, name, look }) => ({ name, look, value: day[outcome] })),
        }))}
      />
    </ChartFigure>
  );
}

const burst = 50;
const burstTicks = [0, 10, 20, 30, 40, burst].map((value) => ({ value, label: String(value) }));

function useBurstSummary({ hours }: Usage): string {
  const t = useTranslations("usage");
  const shown = useShown();
  const worst = hours.reduce((least, hour) => (hour.lowest < least.lowest ? hour : least), {
    at: hours[0]?.at ?? new Date(0),
    lowest: burst,
  });
  if (worst.lowest === burst) return t("charts.neverDrawn");
  const facts = { lowest: worst.lowest, burst, hour: shown.hour(worst.at) };
  const count = hours.filter((hour) => hour.lowest === 0).length;
  return count > 0 ? t("charts.lowestEmpty", { ...facts, count }) : t("charts.lowest", facts);
}

export function BurstChart({ usage }: { usage: Usage }) {
  const t = useTranslations("usage");
  const shown = useShown();
  const summary = useBurstSummary(usage);
  const { hours, month } = usage;
  const ends = [hours[0], hours.at(-1)].map((hour) => (hour ? shown.hour(hour.at) : ""));
  return (
    <ChartFigure
      title={t("charts.burst")}
      summary={summary}
      fileName={t("charts.burstFile", { month })}
      data={{
        columns: [t("charts.hour"), t("charts.lowestColumn")],
        rows: hours.map(({ at, lowest }) => [at.toISOString().slice(0, 16).replace("T", " "), lowest]),
      }}
    >
      <LineChart
        label={t("charts.burstLabel", { summary })}
        ticks={burstTicks}
        ends={[ends[0] ?? "", ends[1] ?? ""]}
        mark={{ value: 10, name: t("charts.refill") }}
        lines={[
          {
            name: t("charts.lowestLine"),
            values: hours.map(({ lowest }) => lowest),
            look: "stroke-accent dark:stroke-ring",
          },
        ]}
      />
    </ChartFigure>
  );
}

const rounded = (ms: number | null) => (ms === null ? null : Math.round(ms * 10) / 10);

function useLatencySummary({ days }: Usage): string {
  const t = useTranslations("usage");
  const shown = useShown();
  const last = days.findLast(({ p50Ms }) => p50Ms !== null);
  if (last?.p50Ms == null || last.p95Ms == null) return t("charts.none");
  const times = { half: shown.duration(last.p50Ms), most: shown.duration(last.p95Ms) };
  return t("charts.latencySummary", { day: shown.day(last.day), ...times });
}

export function LatencyChart({ usage }: { usage: Usage }) {
  const t = useTranslations("usage");
  const shown = useShown();
  const summary = useLatencySummary(usage);
  const { days, month } = usage;
  const top = Math.max(1, ...days.map(({ p95Ms }) => p95Ms ?? 0));
  const ticks = niceTicks(top).map((value) => ({
    value,
    label: value === 0 ? "0" : shown.duration(value),
  }));
  return (
    <ChartFigure
      title={t("charts.latency")}
      summary={summary}
      fileName={t("charts.latencyFile", { month })}
      data={{
        columns: [t("charts.day"), t("charts.p50Column"), t("charts.p95Column")],
        rows: days.map(({ day, p50Ms, p95Ms }) => [day, rounded(p50Ms), rounded(p95Ms)]),
      }}
      legend={
        <Legend
          items={[
            { name: t("charts.p50"), look: "bg-accent dark:bg-ring" },
            { name: t("charts.p95Dashed"), look: "bg-warning" },
          ]}
        />
      }
    >
      <LineChart
        label={t("charts.latencyLabel", { summary })}
        ticks={ticks}
        ends={shown.ends(days)}
        lines={[
          {
            name: t("charts.p50"),
            look: "stroke-accent dark:stroke-ring",
            values: days.map(({ p50Ms }) => p50Ms),
          },
          {
            name: t("charts.p95"),
            look: "stroke-warning",
            dashed: true,
            values: days.map(({ p95Ms }) => p95Ms),
          },
        ]}
      />
    </ChartFigure>
  );
}
