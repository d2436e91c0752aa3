import { Ban, Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/app/_kit/ui/badge";
import type { ApiKeyView } from "@/server/modules/integrations/keys/present";

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
