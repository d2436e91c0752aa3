import { useFormatter, useTranslations } from "next-intl";
import { Card } from "@/app/_kit/ui/card";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { QuotaMeter } from "@/app/(app)/dashboard/(integrations)/open-api/keys/quota-meter";
import { QuotaStanding, quotaDay } from "@/app/(app)/dashboard/(integrations)/open-api/usage/quota-standing";
import { QuotaTable } from "@/app/(app)/dashboard/(integrations)/open-api/usage/quota-table";
import type { Quota } from "@/server/modules/integrations/request-log/quotas";

export type QuotaView = Quota;

const shownAtOnce = 6;

/** How much of each key's quota is used, with a forecast. */
export function Quotas({ quotas }: { quotas: readonly QuotaView[] }) {
  const t = useTranslations("usage");
  const format = useFormatter();
  const [first] = quotas;
  if (!first) return null;
  const rest = quotas.slice(shownAtOnce);
  return (
    <Card
      title={t("quotas.title")}
      titleId="quotas"
      description={t.rich("quotas.resets", {
        day: format.dateTime(first.resetsAt, quotaDay),
        at: () => <RelativeTime at={first.resetsAt} show="local" />,
      })}
    >
      <div className="flex flex-col gap-4">
        <QuotaGrid quotas={quotas.slice(0, shownAtOnce)} />
        {rest.length > 0 ? (
          <details>
            <summary className="w-fit rounded-sm font-medium text-accent-text">
              {t("quotas.more", { count: rest.length })}
            </summary>
            <div className="mt-4">
              <QuotaTable quotas={rest.map(rowOf)} />
            </div>
          </details>
        ) : null}
      </div>
    </Card>
  );
}

/** The fields that a row needs: there may be thousands, and all of them go to the browser. */
const rowOf = ({ id, name, used, quota, stage, forecast }: QuotaView) => ({
  ...{ id, name, used, quota, stage, forecast },
});

function QuotaGrid({ quotas }: { quotas: readonly QuotaView[] }) {
  const t = useTranslations("usage");
  return (
    <ul className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      {quotas.map((quota) => (
        <li key={quota.id} className="min-w-0">
          <QuotaMeter
            label={t.rich("quotas.for", {
              name: quota.name,
              quiet: (words) => <span className="sr-only">{words}</span>,
            })}
            view={{ requestsThisMonth: quota.used, monthlyQuota: quota.quota }}
          />
          <p className="mt-1 text-muted text-xs">
            <QuotaStanding quota={quota} />
          </p>
        </li>
      ))}
    </ul>
  );
}
