"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { useTRPC } from "@/app/_trpc/queries";
import { historyPage } from "@/app/(app)/dashboard/(integrations)/open-api/_schedules/history-page";
import { OccurrenceBadges } from "@/app/(app)/dashboard/(integrations)/open-api/_schedules/occurrence-badges";
import {
  dash,
  type HistoryProps,
  OccurrenceHistory,
  watchedFrom,
} from "@/app/(app)/dashboard/(integrations)/open-api/_schedules/occurrence-history";
import { OccurrenceRecipients } from "@/app/(app)/dashboard/(integrations)/open-api/reports/[id]/occurrence-recipients";
import type { ReportOccurrenceView } from "@/app/(app)/dashboard/(integrations)/open-api/reports/report-views";
import { paths } from "@/app/paths";

const words = "reports.history";

/** The tab "History", below the download. */
export function History({ id, before, first }: HistoryProps<ReportOccurrenceView>) {
  const t = useTranslations(words);
  const format = useFormatter();
  const { occurrences } = useTRPC().scheduledReports;
  const { data } = useQuery(occurrences.queryOptions(historyPage(id, before), watchedFrom(first)));
  return (
    <OccurrenceHistory
      words={words}
      rows={data}
      before={before}
      here={paths.report(id)}
      statusOf={(row) => <Status occurrence={row} />}
      more={[
        {
          label: t("rows"),
          align: "right",
          cell: ({ rowCount }) => (rowCount === null ? dash : format.number(rowCount, "whole")),
        },
        { label: t("recipients"), cell: (row) => <OccurrenceRecipients occurrence={row} /> },
      ]}
    />
  );
}

function Status({ occurrence }: { occurrence: ReportOccurrenceView }) {
  const t = useTranslations(words);
  const { status, skipReason, nextAttemptAt } = occurrence;
  return (
    <OccurrenceBadges
      words={words}
      occurrence={occurrence}
      label={t(`statuses.${status}`)}
      reason={skipReason && t(`skipReasons.${skipReason}`)}
    >
      {status === "pending" && nextAttemptAt ? (
        <span className="text-muted text-xs">
          {t("nextAttempt")} <RelativeTime at={nextAttemptAt} />
        </span>
      ) : null}
    </OccurrenceBadges>
  );
}
