import { Ban, Pause } from "lucide-react";
import { Badge } from "@/app/_ui/badge";
import { pausedWords } from "@/app/(web)/dashboard/open-api/webhooks/webhook-words";
import type { WebhookStatus as Status, WebhookPausedReason } from "@/drizzle/schema/values";

type Props = { webhook: { status: Status; pausedReason: WebhookPausedReason | null } };

/** "Active", "Paused – reason" or "Revoked". */
export function WebhookStatus({ webhook: { status, pausedReason } }: Props) {
  if (status === "active") return <Badge tone="success">Active</Badge>;
  if (status === "revoked")
    return (
      <Badge tone="danger" icon={<Ban aria-hidden />}>
        Revoked
      </Badge>
    );
  return (
    <Badge tone={pausedReason === "manual" ? "neutral" : "warning"} icon={<Pause aria-hidden />}>
      Paused{pausedReason ? ` – ${pausedWords[pausedReason]}` : null}
    </Badge>
  );
}
