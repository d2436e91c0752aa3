"use client";

import { useTranslations } from "next-intl";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { useAudienceWords } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/use-when-words";
import type { ReportListed } from "@/app/(app)/dashboard/(integrations)/open-api/reports/report-views";
import { useWhenWords } from "@/app/(app)/dashboard/(integrations)/open-api/reports/use-when-words";

/** "Who is away, CSV. Weekdays at 09:00, Europe/Belgrade. Everyone. Next: 23 Nov 2026, 09:00" */
export function WhenLine({ report }: { report: ReportListed }) {
  const t = useTranslations("reports");
  const when = useWhenWords();
  const audience = useAudienceWords();
  const { reportType, format, nextSendAt } = report;
  return (
    <p className="text-fg">
      {t("content", { type: t(`types.${reportType}.label`), format })} · {when(report)} · {audience(report)}
      {nextSendAt ? (
        <>
          {" · "}
          {t("nextSend")} <RelativeTime at={nextSendAt} show="local" />
        </>
      ) : null}
    </p>
  );
}
