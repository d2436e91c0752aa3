"use client";

import { Clock, SkipForward } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge, type Tone } from "@/app/_ui/badge";
import { RelativeTime } from "@/app/_ui/relative-time";
import type { ReportOccurrenceView } from "@/app/(web)/dashboard/open-api/reports/report-views";

const tones: Record<ReportOccurrenceView["status"], Tone> = {
  pending: "accent",
  sent: "success",
  partly_sent: "warning",
  failed: "danger",
  skipped: "neutral",
};
const icons: Partial<Record<ReportOccurrenceView["status"], React.ReactNode>> = {
  pending: <Clock aria-hidden />,
  skipped: <SkipForward aria-hidden />,
};

/** "Sent", "Partly sent", "Skipped" and why, "Late" */
export function OccurrenceStatus({ occurrence }: { occurrence: ReportOccurrenceView }) {
  const t = useTranslations("reports.history");
  const { status, skipReason, isLate, nextAttemptAt } = occurrence;
  return (
    <span className="flex flex-col items-start gap-1">
      <span className="flex flex-wrap gap-1">
        <Badge tone={tones[status]} icon={icons[status]}>
          {t(`statuses.${status}`)}
        </Badge>
        {isLate ? (
          <Badge tone="warning" icon={<Clock aria-hidden />}>
            {t("late")}
          </Badge>
        ) : null}
      </span>
      {skipReason === null ? null : (
        <span className="text-muted text-xs">{t(`skipReasons.${skipReason}`)}</span>
      )}
      {status === "pending" && nextAttemptAt ? (
        <span className="text-muted text-xs">
          {t("nextAttempt")} <RelativeTime at={nextAttemptAt} />
        </span>
      ) : null}
    </span>
  );
}
