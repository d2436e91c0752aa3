import { Ban, Pause } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/app/_kit/ui/badge";
import type { WebhookStatus as Status, WebhookPausedReason } from "@/drizzle/schema/values";

type Props = { webhook: { status: Status; pausedReason: WebhookPausedReason | null } };

/** "Active", "Paused – reason" or "Revoked". */
export function WebhookStatus({ webhook: { status, pausedReason } }: Props) {
  const t = useTranslations("webhooks");
  if (status === "active") return <Badge tone="success">{t("states.active")}</Badge>;
  if (status === "revoked")
    return (
      <Badge tone="danger" icon={<Ban aria-hidden />}>
        {t("states.revoked")}
      </Badge>
    );
  return (
    <Badge
      tone={pausedReason === "manual" ? "neutral" : "warning"}
      icon={<Pause aria-hidden />}
      className="whitespace-normal"
    >
      {pausedReason
        ? t("states.pausedBecause", { reason: t(`pausedReasons.${pausedReason}`) })
        : t("states.paused")}
    </Badge>
  );
}
