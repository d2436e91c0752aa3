"use client";

import { Clock, SkipForward } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge, type Tone } from "@/app/_kit/ui/badge";
import type { OccurrenceStatus } from "@/drizzle/schema/values";

const waiting = { tone: "accent", icon: <Clock aria-hidden /> } as const;
const looks: Record<OccurrenceStatus, { tone: Tone; icon?: React.ReactNode }> = {
  pending: waiting,
  sending: waiting,
  sent: { tone: "success" },
  partly_sent: { tone: "warning" },
  failed: { tone: "danger" },
  skipped: { tone: "neutral", icon: <SkipForward aria-hidden /> },
};

type Props = {
  words: "notifications.history" | "reports.history";
  occurrence: { status: OccurrenceStatus; isLate: boolean };
  /** The label of the status. */
  label: string;
  /** Why it was skipped. */
  reason: string | null;
  badge?: React.ReactNode;
  children?: React.ReactNode;
};

/** "Sent", "Partly sent", "Skipped" and why, "Late" */
export function OccurrenceBadges({ words, occurrence, label, reason, badge, children }: Props) {
  const t = useTranslations(words);
  const { tone, icon } = looks[occurrence.status];
  return (
    <span className="flex flex-col items-start gap-1">
      <span className="flex flex-wrap gap-1">
        <Badge tone={tone} icon={icon}>
          {label}
        </Badge>
        {occurrence.isLate ? (
          <Badge tone="warning" icon={<Clock aria-hidden />}>
            {t("late")}
          </Badge>
        ) : null}
        {badge}
      </span>
      {reason === null ? null : <span className="text-muted text-xs">{reason}</span>}
      {children}
    </span>
  );
}
