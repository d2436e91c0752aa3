import { Note } from "@/app/_ui/note";
import { RelativeTime } from "@/app/_ui/relative-time";
import { TextLink } from "@/app/_ui/text-link";
import type { QuotaView } from "@/app/(web)/dashboard/open-api/usage/quotas";
import { paths } from "@/app/(web)/dashboard/paths";
import { anyOf, listed } from "@/app/(web)/dashboard/words";

/** Says which keys have used 80, 95 or 100 % of their quota; the gravest only, the rest stands below it. */
export function QuotaBanner({ quotas }: { quotas: readonly QuotaView[] }) {
  const worst = Math.max(0, ...quotas.map(({ stage }) => stage));
  const [first, ...others] = quotas.filter(({ stage }) => stage === worst);
  if (worst === 0 || !first) return null;
  const names =
    others.length > 2
      ? `${anyOf([first.name])} and ${others.length} more keys`
      : listed([first, ...others].map(({ name }) => name));
  const link = <TextLink href={`${paths.usage}?key=${first.id}`}>See the usage of {first.name}</TextLink>;
  if (worst === 100)
    return (
      <Note tone="danger" title={`${names}: quota used up`}>
        Every call is answered QUOTA_EXCEEDED until <RelativeTime at={first.resetsAt} show="local" />. Do not
        retry before. {link}
      </Note>
    );
  return (
    <Note tone="warning" title={`${names}: ${worst}% of the quota used`}>
      At 30,000 requests every call is answered QUOTA_EXCEEDED until{" "}
      <RelativeTime at={first.resetsAt} show="local" />. {link}
    </Note>
  );
}
