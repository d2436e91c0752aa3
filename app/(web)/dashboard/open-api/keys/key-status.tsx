import { Ban, Clock } from "lucide-react";
import { Badge } from "@/app/_ui/badge";
import type { ApiKeyView } from "@/server/modules/api-keys/present";

/** "Active", "Expires soon", "Expired" or "Revoked". */
export function KeyStatus({ view }: { view: Pick<ApiKeyView, "state" | "isExpiring"> }) {
  if (view.state === "revoked")
    return (
      <Badge tone="danger" icon={<Ban aria-hidden />}>
        Revoked
      </Badge>
    );
  if (view.state === "expired")
    return (
      <Badge tone="neutral" icon={<Clock aria-hidden />}>
        Expired
      </Badge>
    );
  return view.isExpiring ? <Badge tone="warning">Expires soon</Badge> : <Badge tone="success">Active</Badge>;
}
