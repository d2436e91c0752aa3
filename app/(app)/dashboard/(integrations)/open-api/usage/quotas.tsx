import { useFormatter, useTranslations } from "next-intl";
import { Card } from "@/app/_kit/ui/card";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { QuotaMeter } from "@/app/(app)/dashboard/(integrations)/open-api/keys/quota-meter";
import { QuotaStanding, quotaDay } from "@/app/(app)/dashboard/(integrations)/open-api/usage/quota-standing";
import {
  type FirstQuotas,
  QuotaTable,
} from "@/app/(app)/dashboard/(integrations)/open-api/usage/quota-table";
import { besideShown } from "@/app/(app)/dashboard/(integrations)/open-api/usage/quotas-query";
import type { QuotaView } from "@/server/modules/integrations/request-log/present";

const shownAtOnce = 6;

type Props = {
  /** The fullest first. */
  quotas: readonly QuotaView[];
  /** The number of keys. */
  count: number;
  /** The table's first page, where there are more keys than are shown at once. */
  first: FirstQuotas;
};

/** How much of each key's quota is used, with a forecast. */
export function Quotas({ quotas, count, first: { asked, found } }: Props) {
  const t = useTranslations("usage");
  const format = useFormatter();
  const [first] = quotas;
  if (!first) return null;
  const fullest = quotas.slice(0, shownAtOnce);
  const shown = fullest.map(({ id }) => id);
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
        <QuotaGrid quotas={fullest} />
        {count > shownAtOnce ? (
          <details open={asked.q !== ""}>
            <summary className="w-fit rounded-sm font-medium text-accent-text">
              {t("quotas.more", { count: count - shownAtOnce })}
            </summary>
            <div className="mt-4">
              <QuotaTable first={{ asked, found: besideShown(found, shown) }} shown={shown} />
            </div>
          </details>
        ) : null}
      </div>
    </Card>
  );
}

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
