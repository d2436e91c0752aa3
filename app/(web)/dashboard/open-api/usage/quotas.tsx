import { Card } from "@/app/_ui/card";
import { RelativeTime } from "@/app/_ui/relative-time";
import { QuotaMeter } from "@/app/(web)/dashboard/open-api/keys/quota-meter";
import { grouped } from "@/app/(web)/dashboard/words";
import type { Quota } from "@/server/modules/request-log/quotas";

export type QuotaView = Quota;

const shownAtOnce = 6;
const dayName = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });

/** How much of each key's quota is used, and how far it will go. */
export function Quotas({ quotas }: { quotas: readonly QuotaView[] }) {
  const [first] = quotas;
  if (!first) return null;
  const rest = quotas.slice(shownAtOnce);
  return (
    <Card
      title="Quota this month"
      titleId="quotas"
      description={
        <>
          Resets {dayName.format(first.resetsAt)} 00:00 UTC (<RelativeTime at={first.resetsAt} show="local" />{" "}
          your time).
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <QuotaGrid quotas={quotas.slice(0, shownAtOnce)} />
        {rest.length > 0 ? (
          <details>
            <summary className="w-fit rounded-sm font-medium text-accent-text">
              Show {grouped(rest.length)} more
            </summary>
            <div className="mt-4">
              <QuotaGrid quotas={rest} />
            </div>
          </details>
        ) : null}
      </div>
    </Card>
  );
}

function QuotaGrid({ quotas }: { quotas: readonly QuotaView[] }) {
  return (
    <ul className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      {quotas.map((quota) => (
        <li key={quota.id} className="min-w-0">
          <QuotaMeter
            label={
              <>
                <span className="sr-only">Quota for </span>
                {quota.name}
              </>
            }
            view={{ requestsThisMonth: quota.used, monthlyQuota: quota.quota }}
          />
          <p className="mt-1 text-muted text-xs">
            {Math.floor((quota.used / quota.quota) * 100)}% used. {forecastWords(quota)}
          </p>
        </li>
      ))}
    </ul>
  );
}

function forecastWords({ used, stage, forecast }: QuotaView): string {
  if (stage === 100) return "All calls are refused until the reset.";
  if (used === 0) return "Not used this month.";
  if (!forecast) return "A forecast needs a day of the month.";
  if (forecast.runsOutAt)
    return `At this pace the quota runs out about ${dayName.format(forecast.runsOutAt)}.`;
  return `At this pace ${grouped(forecast.expected)} by then.`;
}
