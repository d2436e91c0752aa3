import { Ban, Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/app/_kit/ui/badge";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import type { ApiKeyView } from "@/server/modules/integrations/keys/present";

/** "4 minutes ago" or "Never", and the word "Unused" after 30 days. */
export function LastUsed({ view }: { view: Pick<ApiKeyView, "lastUsedAt" | "isUnused"> }) {
  const t = useTranslations("keys");
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      {view.lastUsedAt ? (
        <RelativeTime at={view.lastUsedAt} />
      ) : (
        <span className="text-muted">{t("never")}</span>
      )}
      {view.isUnused ? <span className="font-medium text-warning-text text-xs">{t("unused")}</span> : null}
    </span>
  );
}

/** "Active", "Expires soon", "Expired" or "Revoked". */
export function KeyStatus({ view }: { view: Pick<ApiKeyView, "state" | "isExpiring"> }) {
  const t = useTranslations("keys");
  if (view.state === "revoked")
    return (
      <Badge tone="danger" icon={<Ban aria-hidden />}>
        {t("states.revoked")}
      </Badge>
    );
  if (view.state === "expired")
    return (
      <Badge tone="neutral" icon={<Clock aria-hidden />}>
        {t("states.expired")}
      </Badge>
    );
  return view.isExpiring ? (
    <Badge tone="warning">{t("states.expiring")}</Badge>
  ) : (
    <Badge tone="success">{t("states.active")}</Badge>
  );
}
