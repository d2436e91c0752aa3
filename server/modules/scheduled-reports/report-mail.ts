import type { PageLanguage } from "@/drizzle/schema/values";
import type { Mail } from "@/server/kernel/mail";
import { layOutMail, type MailBlock } from "@/server/kernel/mail-layout";
import { encodeId } from "@/server/kernel/schema";
import { type DownloadRow, expiresAt } from "./downloads";
import { fileNameOf } from "./file-name";
import { mailWords } from "./mail-words";
import type { DueReport } from "./schedule";
import type { ReportFile } from "./store-mailed-file";
import { fileKinds } from "./write-file";

/** Mail servers commonly refuse larger mails. */
const maximumMailBytes = 10_000_000;
const frameBytes = 20_000;

/** Whether a mail with this file would be too large: base64 turns each 57 bytes into a line of 78 (RFC 2045, section 6.8). */
export const isTooLargeToMail = ({ byteCount }: Pick<ReportFile, "byteCount">): boolean =>
  Math.ceil(byteCount / 57) * 78 + frameBytes > maximumMailBytes;

export interface ReportMailParts {
  appUrl: string;
  due: DueReport;
  owner: { email: string; language: PageLanguage };
  file: ReportFile;
  /** The download, when the file is too large to be attached. */
  download: DownloadRow | null;
}

/** A report's mail, in the owner's language. */
export function reportMail(parts: ReportMailParts): Omit<Mail, "to" | "messageId"> {
  const { appUrl, owner, file, download } = parts;
  const { report, occurrence } = parts.due;
  const words = mailWords(owner.language);
  const subject = `${report.name} – ${words.date(occurrence.localDate)}`;
  const type = words.types[report.reportType];
  const sized = [type, words.rowCount((download ?? file).rowCount)] as const;
  const content: MailBlock[] = download
    ? [
        words.tooLarge(...sized, words.megabytes(download.byteCount ?? file.byteCount)),
        words.signIn(words.instant(expiresAt(download))),
        {
          label: words.download,
          url: `${appUrl}/api/report-downloads/${encodeId("download", download.id)}`,
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
    subject,
    ...layOutMail(subject, blocks, owner.language),
    unsubscribe: { address: owner.email, subject: `Unsubscribe: ${report.name}` },
    ...(download
      ? {}
      : {
          attachment: {
            filename: fileNameOf(report, occurrence.localDate),
            contentType: fileKinds[report.format].contentType,
            path: file.path,
          },
        }),
  };
}
