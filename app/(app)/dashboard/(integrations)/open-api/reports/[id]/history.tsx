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
import type { ReportOccurrenceView } from "@/app/(app)/dashboard/(integrations)/open-api/reports/report-views";
import { paths } from "@/app/paths";

type Recipient = ReportOccurrenceView["recipients"][number];

/** "3 of 4 sent", with the outcome for each address that was not sent to, or may have got a duplicate. */
function OccurrenceRecipients({ occurrence }: { occurrence: ReportOccurrenceView }) {
  const t = useTranslations("reports.history");
  const { recipients } = occurrence;
  if (recipients.length === 0) return <span className="text-muted">{t("noRecipients")}</span>;
  const sent = recipients.filter(({ status }) => status === "sent").length;
  const shown = recipients.filter(({ status, mayBeDuplicate }) => status !== "sent" || mayBeDuplicate);
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span className="tabular-nums">{t("served", { sent, count: recipients.length })}</span>
      {shown.length > 0 ? (
        <ul className="flex flex-col gap-1 text-xs">
          {shown.map((recipient) => (
            <li key={recipient.address} className="min-w-0">
              <span className="wrap-anywhere">{recipient.address}</span>{" "}
              <span className="text-muted">
                <Outcome recipient={recipient} />
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function Outcome({ recipient: { status, error, errorDetail, mayBeDuplicate } }: { recipient: Recipient }) {
  const t = useTranslations("reports.history");
  if (mayBeDuplicate) return t("mayBeDuplicate");
  return (
    <>
      {t(`recipientStatuses.${status === "failed" ? "failed" : error ? "retrying" : "pending"}`)}
      {error ? ` ${t(`errors.${error}`)}` : null}
      {errorDetail ? <span className="block font-mono wrap-anywhere">{errorDetail}</span> : null}
    </>
  );
}

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
