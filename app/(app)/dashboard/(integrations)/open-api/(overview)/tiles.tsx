import { ArrowRight } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageLink } from "@/app/_kit/ui/page-link";
import { Sparkline } from "@/app/_kit/ui/sparkline";
import type {
  LoadedKeys,
  LoadedWebhooks,
} from "@/app/(app)/dashboard/(integrations)/open-api/(overview)/load-overview";
import { QuotaMeter } from "@/app/(app)/dashboard/(integrations)/open-api/keys/quota-meter";
import { paths } from "@/app/paths";
import type { Today } from "@/server/modules/integrations/request-log/usage";

type TileProps = { title: string; name: string; href: string; tip?: string; children: ReactNode };

/** A card that is one link. */
function Tile({ title, name, href, tip, children }: TileProps) {
  return (
    <div className="tile relative rounded-lg border border-line bg-surface px-4 py-3.5 transition-colors hover:border-control sm:px-5">
      <div className="flex items-center justify-between gap-2">
        <PageLink
          href={href}
          aria-label={name}
          title={tip}
          className="rounded-sm font-medium after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-ring focus-visible:after:outline-offset-2"
        >
          {title}
        </PageLink>
        <ArrowRight
          aria-hidden
          className="size-4 text-subtle transition-transform in-[.tile:hover]:translate-x-0.5 in-[.tile:hover]:text-fg rtl:-scale-x-100 rtl:in-[.tile:hover]:-translate-x-0.5"
        />
      </div>
      {children}
    </div>
  );
}

/** The number of active keys, and of keys that need attention. */
export function KeysTile({ counts: { active, unused, expiring } }: Pick<LoadedKeys, "counts">) {
  const t = useTranslations("overview.tiles");
  const format = useFormatter();
  return (
    <Tile title={t("keys")} name={t("keysName", { count: active })} href={paths.keys}>
      <p className="mt-1.5 font-semibold text-2xl tabular-nums tracking-tight">
        {format.number(active)} <span className="font-normal text-base text-muted">{t("active")}</span>
      </p>
      <p className="mt-1 text-muted">{t("keysText", { unused, expiring })}</p>
    </Tile>
  );
}

/** Requests since midnight UTC, with their course. */
export function RequestsTile({ today: { total, failed, hours } }: { today: Today }) {
  const t = useTranslations("overview.tiles");
  const format = useFormatter();
  const share = total === 0 ? 0 : (failed / total) * 100;
  const failedWords = t("failed", {
    share: share > 0 && share < 1 ? t("under1") : String(Math.round(share)),
  });
  return (
    <Tile
      title={t("requests")}
      name={t("requestsName", { count: total, failed: failedWords })}
      href={paths.logs}
    >
      <div className="mt-1.5 flex items-end justify-between gap-3">
        <p className="font-semibold text-2xl tabular-nums tracking-tight">{format.number(total)}</p>
        <Sparkline values={hours} slots={24} className="h-7" />
      </div>
      <p className="mt-1 text-muted">
        {total === 0 ? t("sinceMidnight") : t("failedSince", { failed: failedWords })}
      </p>
    </Tile>
  );
}

/** The number of active webhooks, and of webhooks that need attention. */
export function WebhooksTile({ counts: { active, paused, failing } }: Pick<LoadedWebhooks, "counts">) {
  const t = useTranslations("overview.tiles");
  const format = useFormatter();
  return (
    <Tile title={t("webhooks")} name={t("webhooksName", { count: active })} href={paths.webhooks}>
      <p className="mt-1.5 font-semibold text-2xl tabular-nums tracking-tight">
        {format.number(active)} <span className="font-normal text-base text-muted">{t("active")}</span>
      </p>
      <p className="mt-1 text-muted">{t("webhooksText", { paused, failing })}</p>
    </Tile>
  );
}

/** The key nearest its monthly quota. */
export function QuotaTile({ busiest: [nearest], counts }: Pick<LoadedKeys, "busiest" | "counts">) {
  const t = useTranslations("overview.tiles");
  if (!nearest) return null;
  const { id, name, requestsThisMonth, monthlyQuota } = nearest;
  const share = Math.floor((requestsThisMonth / monthlyQuota) * 100);
  return (
    <Tile
      title={t("quota")}
      name={t("quotaName", { name, share: String(share) })}
      href={paths.key(id)}
      tip={name}
    >
      <div className="mt-3">
        <QuotaMeter label={<span className="line-clamp-2">{name}</span>} view={nearest} />
      </div>
      <p className="mt-2 text-muted text-xs">{counts.active > 1 ? t("nearest") : t("thisMonth")}</p>
    </Tile>
  );
}
