"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { ChartFigure } from "@/app/_kit/ui/chart-figure";
import { Legend, StackedBars } from "@/app/_kit/ui/stacked-bars";
import { logParsers } from "@/app/(app)/dashboard/(integrations)/open-api/logs/log-filter";
import { outcomeLooks } from "@/app/(app)/dashboard/(integrations)/open-api/outcome-looks";
import type { Histogram, HistogramBar } from "@/server/modules/integrations/request-log/histogram";

const partLooks = [
  { key: "success", look: outcomeLooks.success },
  { key: "clientError", look: outcomeLooks.clientError },
  { key: "limited", look: outcomeLooks.rateLimited },
  { key: "serverError", look: outcomeLooks.serverError },
] as const;
const day = 86_400_000;

const totalOf = (bar: HistogramBar) => partLooks.reduce((sum, { key }) => sum + bar[key], 0);

/** Requests over time. Choosing a bar, or dragging over several, zooms in. */
export function LogHistogram({ stepMs, bars }: Histogram) {
  const [, setFilter] = useQueryStates(logParsers, { clearOnDefault: true, shallow: false, history: "push" });
  const t = useTranslations("logs.histogram");
  const format = useFormatter();
  const parts = partLooks.map((part) => ({ ...part, name: t(`parts.${part.key}`) }));
  // Daily bars are UTC days.
  const words = (at: Date) =>
    stepMs < day
      ? format.dateTime(at, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" })
      : format.dateTime(at, "shortDay", { timeZone: "UTC" });
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
      title={t("title")}
      summary={total === 0 ? t("none") : t("summary", { count: total, failed })}
      fileName="requests-over-time"
      data={{
        columns: [t("from"), ...parts.map(({ name }) => name)],
        rows: bars.map((bar) => [words(bar.at), ...parts.map(({ key }) => bar[key])]),
      }}
      legend={<Legend items={parts} />}
    >
      <StackedBars
        label={t("title")}
        heightClass="h-20"
        ends={[words(first.at), words(new Date(last.at.getTime() + stepMs))]}
        onChoose={zoom}
        bars={bars.map((bar) => ({
          key: bar.at.toISOString(),
          label: t("bar", { at: words(bar.at), count: totalOf(bar), failed: totalOf(bar) - bar.success }),
          segments: parts.map(({ key, name, look }) => ({ name, look, value: bar[key] })),
        }))}
      />
    </ChartFigure>
  );
}
