import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "@/app/_kit/ui/card";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { TextLink } from "@/app/_kit/ui/text-link";
import type {
  LoadedKeys,
  LoadedWebhooks,
} from "@/app/(app)/dashboard/(integrations)/open-api/(overview)/load-overview";
import type { WebhookListed } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";
import { hostOf } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-words";
import { paths } from "@/app/paths";
import type { ApiKeyView } from "@/server/modules/integrations/keys/present";
import type { ErrorGroup } from "@/server/modules/integrations/request-log/error-groups";

const nearLimit = 0.8;

const share = ({ requestsThisMonth, monthlyQuota }: ApiKeyView) => requestsThisMonth / monthlyQuota;

const errorsShown = 3;
/** Minimum count worth reporting. */
const worthTelling = 10;

/** At least twice the count of the previous period. */
const hasDoubled = ({ count, countBefore }: ErrorGroup) =>
  count >= worthTelling && count >= 2 * (countBefore ?? count);

const notByHand = ({ pausedReason }: WebhookListed) => pausedReason !== null && pausedReason !== "manual";

type Props = Pick<LoadedKeys, "busiest" | "expiring" | "unused"> & {
  paused: LoadedWebhooks["paused"];
  errors: readonly ErrorGroup[];
  /** Keys with a quota warning already on the page. */
  toldAbove: ReadonlySet<string>;
};

/** Webhooks, keys and errors that need attention, most urgent first. */
export function Attention({ busiest, expiring, unused, paused, errors, toldAbove }: Props) {
  const t = useTranslations("overview.attention");
  const to = (href: string) => (chunks: ReactNode) => <TextLink href={href}>{chunks}</TextLink>;
  const items = [
    ...paused.filter(notByHand).map(({ webhookId, url, pausedReason }) =>
      t.rich("paused", {
        link: to(paths.webhook(webhookId)),
        name: hostOf(url),
        why: pausedReason ? t(`reasons.${pausedReason}`) : "",
      }),
    ),
    ...busiest
      .filter((key) => share(key) >= nearLimit && !toldAbove.has(key.id))
      .map((key) =>
        t.rich("quota", {
          link: to(paths.key(key.id)),
          name: key.name,
          share: Math.floor(share(key) * 100),
        }),
      ),
    ...expiring.map(({ id, name, expiresAt }) =>
      t.rich("expires", {
        link: to(paths.key(id)),
        name,
        at: () => (expiresAt ? <RelativeTime at={expiresAt} /> : null),
      }),
    ),
    ...unused.map(({ id, name }) => t.rich("unused", { link: to(paths.key(id)), name })),
    ...errors
      .filter(hasDoubled)
      .slice(0, errorsShown)
      .map(({ code, method, endpoint, count, countBefore }) =>
        t.rich("doubled", {
          link: to(`${paths.errors}?range=24h`),
          code,
          endpoint: `${method} ${endpoint || t("unknownPaths")}`,
          count,
          before: countBefore ?? 0,
        }),
      ),
  ];
  if (items.length === 0) return null;
  return (
    <Card title={t("title")} titleId="needs-attention">
      <ol aria-labelledby="needs-attention" className="flex flex-col gap-1.5">
        {items.map((item, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a key may appear twice, for two reasons
          <li key={position}>{item}</li>
        ))}
      </ol>
    </Card>
  );
}
