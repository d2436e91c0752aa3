"use client";

import { useQueryStates } from "nuqs";
import { ChartFigure } from "@/app/_ui/chart-figure";
import { Legend, StackedBars } from "@/app/_ui/stacked-bars";
import { useIsAwake } from "@/app/_ui/use-is-awake";
import { logParsers } from "@/app/(web)/dashboard/open-api/logs/log-filter";
import { outcomeLooks } from "@/app/(web)/dashboard/open-api/outcome-words";
import { counted, grouped } from "@/app/(web)/dashboard/words";
import type { Histogram, HistogramBar } from "@/server/modules/request-log/histogram";

const parts = [
  { key: "success", ...outcomeLooks.success },
  { key: "clientError", ...outcomeLooks.clientError },
  { key: "limited", ...outcomeLooks.rateLimited, name: "Limited" },
  { key: "serverError", ...outcomeLooks.serverError },
] as const;

const totalOf = (bar: HistogramBar) => parts.reduce((sum, { key }) => sum + bar[key], 0);

/** When the requests came; choosing a bar, or drawing over several, zooms in. */
export function LogHistogram({ stepMs, bars }: Histogram) {
  const [, setFilter] = useQueryStates(logParsers, { clearOnDefault: true, shallow: false, history: "push" });
  const timeZone = useIsAwake() ? undefined : "UTC";
  const format = new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    ...(stepMs < 86_400_000 ? { hour: "2-digit", minute: "2-digit" } : {}),
    timeZone: stepMs < 86_400_000 ? timeZone : "UTC",
  });
  const total = bars.reduce((sum, bar) => sum + totalOf(bar), 0);
  const failed = bars.reduce((sum, bar) => sum + totalOf(bar) - bar.success, 0);
  const first = bars[0];
  const last = bars.at(-1);
  if (!first || !last) return null;
  const zoom = (from: number, to: number) => {
    const start = bars[from];
    const end = bars[to];
    if (start && end)
      void setFilter({ range: "custom", from: start.at, to: new Date(end.at.getTime() + stepMs - 1) });
  };
  return (
    <ChartFigure
      title="Requests over time"
      summary={total === 0 ? "No requests." : `${counted(total, "request")}, ${grouped(failed)} failed.`}
      fileName="requests-over-time"
      data={{
        columns: ["From", ...parts.map(({ name }) => name)],
        rows: bars.map((bar) => [format.format(bar.at), ...parts.map(({ key }) => bar[key])]),
      }}
      legend={<Legend items={parts} />}
    >
      <StackedBars
        label="Requests over time"
        heightClass="h-20"
        ends={[format.format(first.at), format.format(new Date(last.at.getTime() + stepMs))]}
        onChoose={zoom}
        bars={bars.map((bar) => ({
          key: bar.at.toISOString(),
          label: `${format.format(bar.at)}: ${counted(totalOf(bar), "request")}, ${grouped(totalOf(bar) - bar.success)} failed`,
          segments: parts.map(({ key, name, look }) => ({ name, look, value: bar[key] })),
        }))}
      />
    </ChartFigure>
  );
}
