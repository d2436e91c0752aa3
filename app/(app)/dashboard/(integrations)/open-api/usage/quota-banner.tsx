import { useFormatter, useTranslations } from "next-intl";
import { Note } from "@/app/_kit/ui/note";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { TextLink } from "@/app/_kit/ui/text-link";
import { paths } from "@/app/paths";
import type { QuotaView } from "@/server/modules/integrations/request-log/present";
import type { QuotaCounts } from "@/server/modules/integrations/request-log/quotas";

/** The keys at the highest threshold reached; none if no key has reached one. */
export function gravest(quotas: readonly QuotaView[]): QuotaView[] {
  const worst = Math.max(0, ...quotas.map(({ stage }) => stage));
  return worst === 0 ? [] : quotas.filter(({ stage }) => stage === worst);
}

type Props = {
  /** The fullest first. */
  quotas: readonly QuotaView[];
  /** The numbers of all keys, where `quotas` are the first of them. */
  reached?: QuotaCounts["reached"] | undefined;
};

/** The keys that have used 80, 95 or 100 % of their quota; only the most urgent, the rest is shown below. */
export function QuotaBanner({ quotas, reached = [] }: Props) {
  const t = useTranslations("usage");
  const format = useFormatter();
  const [first, ...others] = gravest(quotas);
  if (!first) return null;
  const worst = first.stage;
  const count = reached.find(({ stage }) => stage === worst)?.count ?? others.length + 1;
  const names =
    count > 3
      ? t("banner.more", { name: first.name, count: count - 1 })
      : format.list(
          [first, ...others].map(({ name }) => name),
          "all",
        );
  const parts = {
    at: () => <RelativeTime at={first.resetsAt} show="local" />,
    link: () => (
      <TextLink href={`${paths.usage}?key=${first.id}`}>{t("banner.see", { name: first.name })}</TextLink>
    ),
  };
  if (worst === 100)
    return (
      <Note tone="danger" title={t("banner.usedUp", { names })}>
        {t.rich("banner.usedUpText", parts)}
      </Note>
    );
  return (
    <Note tone="warning" title={t("banner.used", { names, percent: worst })}>
      {t.rich("banner.usedText", { ...parts, quota: first.quota })}
    </Note>
  );
}
