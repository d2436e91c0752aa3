import { useFormatter, useTranslations } from "next-intl";
import { Note } from "@/app/_kit/ui/note";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { TextLink } from "@/app/_kit/ui/text-link";
import type { QuotaView } from "@/app/(app)/dashboard/(integrations)/open-api/usage/quotas";
import { paths } from "@/app/paths";

/** The keys at the highest threshold reached; none if no key has reached one. */
export function gravest(quotas: readonly QuotaView[]): QuotaView[] {
  const worst = Math.max(0, ...quotas.map(({ stage }) => stage));
  return worst === 0 ? [] : quotas.filter(({ stage }) => stage === worst);
}

/** The keys that have used 80, 95 or 100 % of their quota; only the most urgent, the rest is shown below. */
export function QuotaBanner({ quotas }: { quotas: readonly QuotaView[] }) {
  const t = useTranslations("usage");
  const format = useFormatter();
  const [first, ...others] = gravest(quotas);
  if (!first) return null;
  const worst = first.stage;
  const names =
    others.length > 2
      ? t("banner.more", { name: first.name, count: others.length })
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
