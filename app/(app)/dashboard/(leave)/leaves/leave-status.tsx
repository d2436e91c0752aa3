import { useTranslations } from "next-intl";
import { Badge, type Tone } from "@/app/_kit/ui/badge";
import type { LeaveStatus } from "@/drizzle/schema/values";

const tones: Record<LeaveStatus, Tone> = {
  OPEN: "accent",
  APPROVED: "success",
  DENIED: "danger",
  CANCELLED: "neutral",
  EXPIRED: "warning",
  DELETED: "neutral",
};

export function LeaveStatusBadge({ status }: { status: LeaveStatus }) {
  const t = useTranslations("leaves.status");
  return <Badge tone={tones[status]}>{t(status)}</Badge>;
}
