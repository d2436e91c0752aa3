import type { NotificationLocale } from "@/drizzle/schema/values";
import { layOutMail, type MailBlock } from "@/server/kernel/mail/mail-layout";
import { encodeId } from "@/server/kernel/schema";
import { fileKinds } from "@/server/kernel/text/write-table";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import type { BulkMail } from "@/server/modules/messaging/outbox/enqueue-bulk";
import { wordsOf } from "@/server/words/words";
import { type DownloadRow, expiresAt } from "./downloads";
import { fileNameOf } from "./file-name";
import type { DueReport } from "./schedule";
import type { ReportFile } from "./store-mailed-file";

/** Mail servers commonly refuse larger mails. */
const maximumMailBytes = 10_000_000;
const frameBytes = 20_000;

/** Whether a mail with this file would be too large: base64 turns each 57 bytes into a line of 78 (RFC 2045, section 6.8). */
export const isTooLargeToMail = ({ byteCount }: Pick<DownloadRow, "byteCount">): boolean =>
  Math.ceil((byteCount ?? 0) / 57) * 78 + frameBytes > maximumMailBytes;

export interface ReportMailParts {
  appUrl: string;
  due: DueReport;
  owner: { email: string; language: NotificationLocale };
  /** The stored file. */
  file: DownloadRow;
  /** Of a payroll run's file, whose template says how it is written. */
  written?: ReportFile["written"];
}

export type ReportMail = Omit<BulkMail, "recipients" | "body"> & { text: string; html: string };

/** To one decimal place. */
const megabytesOf = (bytes: number): number => Math.round(bytes / 1e5) / 10;

/** A report's mail, in the owner's language. */
export function reportMail(parts: ReportMailParts): ReportMail {
  const { appUrl, owner, file, written } = parts;
  const { report, occurrence } = parts.due;
  const { say, date, utcDate, number } = wordsOf(owner.language);
  const subject = `${report.name} – ${date(dayNumber(occurrence.localDate))}`;
  const type = say(`report.types.${report.reportType}`);
  const rows = say("report.rows", { count: file.rowCount });
  const isLinked = isTooLargeToMail(file);
  const content: MailBlock[] = isLinked
    ? [
        say("report.tooLarge", { type, rows, megabytes: number(megabytesOf(file.byteCount ?? 0)) }),
        say("report.signIn", { date: utcDate(expiresAt(file)) }),
        {
          label: say("report.download"),
          url: `${appUrl}/api/report-downloads/${encodeId("download", file.id)}`,
        },
      ]
    : [say("report.attached", { type, rows })];
  const settings = `${appUrl}/dashboard/open-api/reports/${encodeId("report", report.id)}`;
  const blocks = [
    ...content,
    { links: [{ label: say("report.settings"), url: settings }] },
    { small: say("report.why", { owner: owner.email }) },
  ];
  return {
    ...{ workspaceId: report.workspaceId, occurrenceId: occurrence.id, kind: "scheduled_report", subject },
    ...layOutMail(subject, blocks, owner.language),
    unsubscribe: { address: owner.email, subject: say("mail.unsubscribe", { name: report.name }) },
    ...(!isLinked && {
      attachment: {
        fileId: file.id,
        filename: written?.name ?? fileNameOf(report, occurrence.localDate),
        contentType: written?.contentType ?? fileKinds[report.format].contentType,
      },
    }),
  };
}
