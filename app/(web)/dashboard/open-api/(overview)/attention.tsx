import { Card } from "@/app/_ui/card";
import { RelativeTime } from "@/app/_ui/relative-time";
import { TextLink } from "@/app/_ui/text-link";
import type { WebhookListed } from "@/app/(web)/dashboard/open-api/webhooks/webhook-views";
import { hostOf, pausedWords } from "@/app/(web)/dashboard/open-api/webhooks/webhook-words";
import { paths } from "@/app/(web)/dashboard/paths";
import { counted, grouped } from "@/app/(web)/dashboard/words";
import type { ApiKeyView } from "@/server/modules/api-keys/present";
import type { ErrorGroup } from "@/server/modules/request-log/error-groups";

const nearLimit = 0.8;

const share = ({ requestsThisMonth, monthlyQuota }: ApiKeyView) => requestsThisMonth / monthlyQuota;

const errorsShown = 3;
/** Fewer say nothing. */
const worthTelling = 10;

/** At least twice as many as in the span before. */
const hasDoubled = ({ count, countBefore }: ErrorGroup) =>
  count >= worthTelling && count >= 2 * (countBefore ?? count);

const notByHand = ({ status, pausedReason }: WebhookListed) =>
  status === "paused" && pausedReason !== null && pausedReason !== "manual";

type Props = {
  keys: readonly ApiKeyView[];
  webhooks: readonly WebhookListed[];
  errors: readonly ErrorGroup[];
};

/** Webhooks, keys and errors that somebody should look at, the most urgent first. */
export function Attention({ keys, webhooks, errors }: Props) {
  const working = keys.filter(({ state }) => state === "active");
  const stopped = webhooks.filter(notByHand).map(({ webhookId, url, pausedReason }) => ({
    href: paths.webhook(webhookId),
    name: hostOf(url),
    why: <>is paused: {pausedReason ? pausedWords[pausedReason] : null}</>,
  }));
  const watched = [
    ...working
      .filter((key) => share(key) >= nearLimit)
      .toSorted((a, b) => share(b) - share(a))
      .map((key) => ({
        key,
        why: <>has used {Math.floor(share(key) * 100)}% of its quota for this month</>,
      })),
    ...working
      .filter(({ isExpiring }) => isExpiring)
      .map((key) => ({
        key,
        why: <>expires {key.expiresAt ? <RelativeTime at={key.expiresAt} /> : null}</>,
      })),
    ...working
      .filter(({ isUnused }) => isUnused)
      .map((key) => ({ key, why: <>has not been used for 30 days; revoke it if nothing needs it</> })),
  ];
  const items = [
    ...stopped,
    ...watched.map(({ key, why }) => ({ href: paths.key(key.id), name: key.name, why })),
  ];
  const doubled = errors.filter(hasDoubled).slice(0, errorsShown);
  if (items.length + doubled.length === 0) return null;
  return (
    <Card title="Needs attention" titleId="needs-attention">
      <ol aria-labelledby="needs-attention" className="flex flex-col gap-1.5">
        {items.map(({ href, name, why }, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a key may stand here for two reasons
          <li key={`${href} ${position}`}>
            <TextLink href={href}>{name}</TextLink> {why}.
          </li>
        ))}
        {doubled.map(({ code, method, endpoint, count, countBefore }) => (
          <li key={`${code} ${method} ${endpoint}`}>
            <TextLink href={`${paths.errors}?range=24h`}>{code}</TextLink> at {method}{" "}
            {endpoint || "unknown paths"}: {counted(count, "request")} in 24 hours,{" "}
            {grouped(countBefore ?? 0)} in the 24 before.
          </li>
        ))}
      </ol>
    </Card>
  );
}
