import { useFormatter, useTranslations } from "next-intl";
import type { WebhookListed } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";

type Stats = NonNullable<WebhookListed["stats"]>;

/** The success rate as a fraction, rounded to whole per cent so that 100 means all and 0 none. */
function rateOf({ succeeded, failed }: Stats): number {
  const share = (succeeded / (succeeded + failed)) * 100;
  return (share > 50 ? Math.floor(share) : Math.ceil(share)) / 100;
}

/** The success rate of the last 24 hours' deliveries, with a bar for each hour. */
export function SuccessRate({ stats }: { stats: Stats | undefined }) {
  const t = useTranslations("webhooks");
  const format = useFormatter();
  const total = (stats?.succeeded ?? 0) + (stats?.failed ?? 0);
  if (!stats || total === 0) return <span className="text-muted">{t("rate.none")}</span>;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <Sparkline hours={stats.hours} />
      <span className="whitespace-nowrap tabular-nums">
        {format.number(rateOf(stats), "percent")}{" "}
        <span className="text-muted text-xs">{t("rate.of", { count: total })}</span>
      </span>
    </span>
  );
}

const height = 20;
const step = 3;

/** Decorative: the text beside it says the same. */
function Sparkline({ hours }: { hours: Stats["hours"] }) {
  const most = Math.max(...hours.map(({ succeeded, failed }) => succeeded + failed), 1);
  const scale = (amount: number) => (amount === 0 ? 0 : Math.max(2, (amount / most) * height));
  return (
    <svg
      aria-hidden="true"
      width={hours.length * step}
      height={height}
      className="shrink-0 rounded-xs bg-sunken forced-colors:bg-transparent"
    >
      {hours.map(({ succeeded, failed }, hour) => {
        const good = scale(succeeded);
        const bad = scale(failed);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an hour is identified by its position
          <g key={hour} transform={`translate(${hour * step} 0)`}>
            <rect y={height - good} width={step - 1} height={good} className="fill-success" />
            <rect y={height - good - bad} width={step - 1} height={bad} className="fill-danger-text" />
          </g>
        );
      })}
    </svg>
  );
}
