import { useTranslations } from "next-intl";
import { Card } from "@/app/_kit/ui/card";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const kinds = [
  "requests",
  "usage",
  "deliveries",
  "endedHooks",
  "sendings",
  "reportFiles",
  "mailedReportFiles",
  "sentMails",
  "failedMails",
  "operations",
  "idempotencyKeys",
] as const;

/** Retention periods that are the same in every workspace. */
export function FixedTimes({ times }: { times: Record<(typeof kinds)[number], number> }) {
  const t = useTranslations("settings.retention.fixed");
  const words = (ms: number) =>
    ms <= dayMs ? t("hours", { count: ms / hourMs }) : t("days", { count: ms / dayMs });
  return (
    <Card title={t("title")} titleId="fixed" description={t("text")}>
      <dl className="flex flex-col divide-y divide-line">
        {kinds.map((kind) => (
          <div key={kind} className="flex items-baseline justify-between gap-4 py-2">
            <dt>{t(kind)}</dt>
            <dd className="shrink-0 text-muted tabular-nums">{words(times[kind])}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
