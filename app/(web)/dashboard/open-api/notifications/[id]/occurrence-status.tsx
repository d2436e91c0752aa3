"use client";

import { Clock, FlaskConical, SkipForward } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge, type Tone } from "@/app/_ui/badge";
import type { OccurrenceView } from "@/app/(web)/dashboard/open-api/notifications/notification-views";

const tones: Record<OccurrenceView["status"], Tone> = {
  pending: "accent",
  sending: "accent",
  sent: "success",
  partly_sent: "warning",
  failed: "danger",
  skipped: "neutral",
};

/** "Sent", "Partly sent", "Skipped" and why, "Late", "Test" */
export function OccurrenceStatus({ occurrence }: { occurrence: OccurrenceView }) {
  const t = useTranslations("notifications.history");
  const { status, skipReason, isLate, kind } = occurrence;
  const icon =
    status === "skipped" ? (
      <SkipForward aria-hidden />
    ) : status === "pending" || status === "sending" ? (
      <Clock aria-hidden />
    ) : undefined;
  return (
    <span className="flex flex-col items-start gap-1">
      <span className="flex flex-wrap gap-1">
        <Badge tone={tones[status]} icon={icon}>
          {t(`statuses.${status}`)}
        </Badge>
        {isLate ? (
          <Badge tone="warning" icon={<Clock aria-hidden />}>
            {t("late")}
          </Badge>
        ) : null}
        {kind === "test" ? <Badge icon={<FlaskConical aria-hidden />}>{t("test")}</Badge> : null}
      </span>
      {skipReason === null ? null : (
        <span className="text-muted text-xs">{t(`skipReasons.${skipReason}`)}</span>
      )}
    </span>
  );
}
