"use client";

import { ChartFigure } from "@/app/_ui/chart-figure";
import { LineChart } from "@/app/_ui/line-chart";
import { Legend, StackedBars } from "@/app/_ui/stacked-bars";
import { logQueryOf } from "@/app/(web)/dashboard/open-api/logs/log-filter";
import { durationWords } from "@/app/(web)/dashboard/open-api/logs/request-words";
import { outcomeLooks } from "@/app/(web)/dashboard/open-api/outcome-words";
import { paths } from "@/app/(web)/dashboard/paths";
import { counted, grouped } from "@/app/(web)/dashboard/words";
import { type OutcomeCounts, outcomes } from "@/server/modules/request-log/schema";
import type { Usage, UsageDay } from "@/server/modules/request-log/usage";

const dayName = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" });
const hourName = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});
const startOf = (day: string) => new Date(`${day}T00:00:00Z`);
const shown = (day: string) => dayName.format(startOf(day));
const totalOf = (counts: OutcomeCounts) => outcomes.reduce((sum, outcome) => sum + counts[outcome], 0);
const endsOf = (days: readonly UsageDay[]): [string, string] => [
  shown(days[0]?.day ?? ""),
  shown(days.at(-1)?.day ?? ""),
];

function requestsSummary({ days, total }: Usage): string {
  const all = totalOf(total);
  if (all === 0) return "No requests in this period.";
  const failed = Math.round(((all - total.success) / all) * 100);
  const busiest = [...days].sort((a, b) => totalOf(b) - totalOf(a))[0];
  const most = busiest ? `, most on ${weekday.format(startOf(busiest.day))} ${shown(busiest.day)}` : "";
  return `${counted(all, "request")}, ${failed === 0 && all > total.success ? "under 1" : failed}% failed${most}.`;
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

export function RequestsChart({ usage, apiKey }: { usage: Usage; apiKey: string | undefined }) {
  const { days, month } = usage;
  const labelOf = (day: UsageDay) => {
    const parts = outcomes
      .filter((outcome) => outcome !== "success" && day[outcome] > 0)
      .map((outcome) => `${grouped(day[outcome])} ${outcomeLooks[outcome].name.toLowerCase()}`);
    return [`${shown(day.day)}: ${counted(totalOf(day), "request")}`, ...parts].join(", ");
  };
  return (
    <ChartFigure
      title="Requests per day"
      summary={requestsSummary(usage)}
      fileName={`requests-${month}`}
      data={{
        columns: ["Day (UTC)", ...outcomes.map((outcome) => outcomeLooks[outcome].name)],
        rows: days.map((day) => [day.day, ...outcomes.map((outcome) => day[outcome])]),
      }}
      legend={<Legend items={outcomes.map((outcome) => outcomeLooks[outcome])} />}
    >
      <StackedBars
        label="Requests per day"
        ends={endsOf(days)}
        bars={days.map((day) => ({
          key: day.day,
          label: labelOf(day),
          href: logsOf(day.day, apiKey),
          segments: outcomes.map((outcome) => ({ ...outcomeLooks[outcome], value: day[outcome] })),
        }))}
      />
    </ChartFigure>
  );
}

const burst = 50;

export function BurstChart({ usage: { hours, month } }: { usage: Usage }) {
  const lowest = hours.reduce((least, hour) => (hour.lowest < least.lowest ? hour : least), {
    at: hours[0]?.at ?? new Date(0),
    lowest: burst,
  });
  const empty = hours.filter((hour) => hour.lowest === 0).length;
  const summary =
    lowest.lowest === burst
      ? "The bucket was never drawn on."
      : `Lowest at ${lowest.lowest} of ${burst}, on ${hourName.format(lowest.at)} UTC${empty > 0 ? `; empty in ${counted(empty, "hour")}` : ""}.`;
  return (
    <ChartFigure
      title="Burst pressure"
      summary={`${summary} A bucket refills by 10 a second.`}
      fileName={`burst-${month}`}
      data={{
        columns: ["Hour (UTC)", "Lowest bucket level"],
        rows: hours.map(({ at, lowest: level }) => [at.toISOString().slice(0, 16).replace("T", " "), level]),
      }}
    >
      <LineChart
        label={`The lowest bucket level of each hour. ${summary}`}
        max={burst}
        scale={[String(burst), "0"]}
        ends={[hourName.format(hours[0]?.at), hourName.format(hours.at(-1)?.at)]}
        mark={{ value: 10, name: "10: one second’s refill" }}
        lines={[
          {
            name: "Lowest level",
            values: hours.map(({ lowest: level }) => level),
            look: "stroke-accent dark:stroke-ring",
          },
        ]}
      />
    </ChartFigure>
  );
}

export function LatencyChart({ usage: { days, month } }: { usage: Usage }) {
  const top = Math.max(1, ...days.map(({ p95Ms }) => p95Ms ?? 0));
  const last = days.findLast(({ p50Ms }) => p50Ms !== null);
  const summary =
    last?.p50Ms != null && last.p95Ms != null
      ? `On ${shown(last.day)} half took less than ${durationWords(last.p50Ms)}, 95% less than ${durationWords(last.p95Ms)}.`
      : "No requests in this period.";
  const rounded = (ms: number | null) => (ms === null ? null : Math.round(ms * 10) / 10);
  const looks = [
    { name: "p50", look: "stroke-accent dark:stroke-ring", square: "bg-accent dark:bg-ring", dashed: false },
    { name: "p95", look: "stroke-warning", square: "bg-warning", dashed: true },
  ] as const;
  return (
    <ChartFigure
      title="Latency"
      summary={summary}
      fileName={`latency-${month}`}
      data={{
        columns: ["Day (UTC)", "p50 (ms)", "p95 (ms)"],
        rows: days.map(({ day, p50Ms, p95Ms }) => [day, rounded(p50Ms), rounded(p95Ms)]),
      }}
      legend={
        <Legend
          items={[
            { name: "p50", look: looks[0].square },
            { name: "p95, dashed", look: looks[1].square },
          ]}
        />
      }
    >
      <LineChart
        label={`Latency by day. ${summary}`}
        max={top}
        scale={[durationWords(top), "0"]}
        ends={endsOf(days)}
        lines={[
          { ...looks[0], values: days.map(({ p50Ms }) => p50Ms) },
          { ...looks[1], values: days.map(({ p95Ms }) => p95Ms) },
        ]}
      />
    </ChartFigure>
  );
}
