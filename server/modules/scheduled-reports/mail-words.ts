import type { PageLanguage, ReportType } from "@/drizzle/schema/values";
import { type DayNumber, dayNumber } from "@/server/kernel/calendar-date";
import { day as dayMs } from "@/server/kernel/clock";

interface Words {
  locale: string;
  types: Record<ReportType, string>;
  attached(type: string, rows: string): string;
  tooLarge(type: string, rows: string, megabytes: string): string;
  signIn(until: string): string;
  download: string;
  why(owner: string): string;
  settings: string;
  rows: Record<"none" | "one" | "other", string>;
}

const en: Words = {
  locale: "en-GB",
  types: {
    LEAVE_REQUESTS: "Leave requests",
    LEAVE_BALANCES: "Leave balances",
    WHO_IS_AWAY: "Who is away",
  },
  attached: (type, rows) => `Your report is attached: ${type}, ${rows}.`,
  tooLarge: (type, rows, size) =>
    `Your report is ready: ${type}, ${rows}. At ${size} MB, it’s too large for an email.`,
  signIn: (until) =>
    `Sign in with the address that got this email to download it. You can do so until ${until}.`,
  download: "Download report",
  why: (owner) =>
    `You’re receiving this email because ${owner} added you to this report. To stop receiving it, write to ${owner}.`,
  settings: "Report settings",
  rows: { none: "no rows", one: "1 row", other: "{count} rows" },
};

const de: Words = {
  locale: "de",
  types: {
    LEAVE_REQUESTS: "Abwesenheitsanträge",
    LEAVE_BALANCES: "Abwesenheitssalden",
    WHO_IS_AWAY: "Wer ist abwesend",
  },
  attached: (type, rows) => `Dein Bericht ist angehängt: ${type}, ${rows}.`,
  tooLarge: (type, rows, size) =>
    `Dein Bericht ist fertig: ${type}, ${rows}. Mit ${size} MB ist er zu groß für eine E-Mail.`,
  signIn: (until) =>
    `Melde dich mit der Adresse an, die diese E-Mail erhalten hat, um ihn herunterzuladen. Das geht bis zum ${until}.`,
  download: "Bericht herunterladen",
  why: (owner) =>
    `Du erhältst diese E-Mail, weil ${owner} dich zu diesem Bericht hinzugefügt hat. Wenn du sie nicht mehr erhalten möchtest, schreib an ${owner}.`,
  settings: "Bericht bearbeiten",
  rows: { none: "keine Zeilen", one: "1 Zeile", other: "{count} Zeilen" },
};

const languages: Record<PageLanguage, Words> = { en, de };

/** The words of a report's mail, in a language of the pages. */
export function mailWords(language: PageLanguage) {
  const words = languages[language];
  const date = new Intl.DateTimeFormat(words.locale, { timeZone: "UTC", dateStyle: "long" });
  const size = new Intl.NumberFormat(words.locale, { maximumFractionDigits: 1 });
  const dayName = (day: DayNumber) => date.format(day * dayMs);
  return {
    ...words,
    /** @param localDate `YYYY-MM-DD` */
    date: (localDate: string) => dayName(dayNumber(localDate)),
    instant: (at: Date) => date.format(at),
    megabytes: (bytes: number) => size.format(bytes / 1e6),
    rowCount(count: number): string {
      if (count < 2) return count === 0 ? words.rows.none : words.rows.one;
      return words.rows.other.replace("{count}", count.toLocaleString(words.locale));
    },
  };
}
