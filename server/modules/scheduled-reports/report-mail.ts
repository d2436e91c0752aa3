import type { PageLanguage } from "@/drizzle/schema/values";
import { layOutMail, type MailBlock } from "@/server/kernel/mail-layout";
import { encodeId } from "@/server/kernel/schema";
import type { BulkMail } from "@/server/modules/mails/enqueue-bulk";
import { type DownloadRow, expiresAt } from "./downloads";
import { fileNameOf } from "./file-name";
import { mailWords } from "./mail-words";
import type { DueReport } from "./schedule";
import { fileKinds } from "./write-file";

/** Mail servers commonly refuse larger mails. */
const maximumMailBytes = 10_000_000;
const frameBytes = 20_000;

/** Whether a mail with this file would be too large: base64 turns each 57 bytes into a line of 78 (RFC 2045, section 6.8). */
export const isTooLargeToMail = ({ byteCount }: Pick<DownloadRow, "byteCount">): boolean =>
  Math.ceil((byteCount ?? 0) / 57) * 78 + frameBytes > maximumMailBytes;

export interface ReportMailParts {
  appUrl: string;
  due: DueReport;
  owner: { email: string; language: PageLanguage };
  /** The stored file. */
  file: DownloadRow;
}

/** A report's mail, in the owner's language. */
export function reportMail(parts: ReportMailParts): Omit<BulkMail, "recipients"> {
  const { appUrl, owner, file } = parts;
  const { report, occurrence } = parts.due;
  const words = mailWords(owner.language);
  const subject = `${report.name} – ${words.date(occurrence.localDate)}`;
  const type = words.types[report.reportType];
  const sized = [type, words.rowCount(file.rowCount)] as const;
  const isLinked = isTooLargeToMail(file);
  const content: MailBlock[] = isLinked
    ? [
        words.tooLarge(...sized, words.megabytes(file.byteCount ?? 0)),
        words.signIn(words.instant(expiresAt(file))),
        {
          label: words.download,
          url: `${appUrl}/api/report-downloads/${encodeId("download", file.id)}`,
        },
      ]
    : [words.attached(...sized)];
  const settings = `${appUrl}/dashboard/open-api/reports/${encodeId("report", report.id)}`;
  const blocks = [
    ...content,
    { links: [{ label: words.settings, url: settings }] },
    { small: words.why(owner.email) },
  ];
  return {
    ...{ workspaceId: report.workspaceId, occurrenceId: occurrence.id, kind: "scheduled_report", subject },
    ...layOutMail(subject, blocks, owner.language),
    unsubscribe: { address: owner.email, subject: `Unsubscribe: ${report.name}` },
    ...(!isLinked && {
      attachment: {
        fileId: file.id,
        filename: fileNameOf(report, occurrence.localDate),
        contentType: fileKinds[report.format].contentType,
      },
    }),
  };
}
