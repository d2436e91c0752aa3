"use client";

import { useTranslations } from "next-intl";
import { RelativeTime } from "@/app/_ui/relative-time";
import type { ReportListed } from "@/app/(web)/dashboard/open-api/reports/report-views";

/** When it is sent next, in the reader's zone. */
export function NextSend({ report: { nextSendAt } }: { report: ReportListed }) {
  const t = useTranslations("reports");
  if (nextSendAt === null) return <span className="text-muted">{t("status.paused")}</span>;
  return (
    <span className="inline-flex flex-col items-start">
      <RelativeTime at={nextSendAt} show="local" />
      <RelativeTime at={nextSendAt} className="text-muted text-xs" />
    </span>
  );
}
