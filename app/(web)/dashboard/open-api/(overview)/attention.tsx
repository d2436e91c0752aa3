import { Card } from "@/app/_ui/card";
import { RelativeTime } from "@/app/_ui/relative-time";
import { TextLink } from "@/app/_ui/text-link";
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

/** Keys and errors that somebody should look at, the most urgent first. */
export function Attention({ keys, errors }: { keys: readonly ApiKeyView[]; errors: readonly ErrorGroup[] }) {
  const working = keys.filter(({ state }) => state === "active");
  const items = [
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
  const doubled = errors.filter(hasDoubled).slice(0, errorsShown);
  if (items.length + doubled.length === 0) return null;
  return (
    <Card title="Needs attention" titleId="needs-attention">
      <ol aria-labelledby="needs-attention" className="flex flex-col gap-1.5">
        {items.map(({ key, why }, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a key may stand here for two reasons
          <li key={`${key.id} ${position}`}>
            <TextLink href={paths.key(key.id)}>{key.name}</TextLink> {why}.
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
