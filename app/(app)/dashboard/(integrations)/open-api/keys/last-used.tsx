import { useTranslations } from "next-intl";
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
