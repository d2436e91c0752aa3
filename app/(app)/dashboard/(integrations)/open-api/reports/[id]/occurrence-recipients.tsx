"use client";

import { useTranslations } from "next-intl";
import type { ReportOccurrenceView } from "@/app/(app)/dashboard/(integrations)/open-api/reports/report-views";

type Recipient = ReportOccurrenceView["recipients"][number];

/** "3 of 4 sent", with the outcome for each address that was not sent to, or may have got a duplicate. */
export function OccurrenceRecipients({ occurrence }: { occurrence: ReportOccurrenceView }) {
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
