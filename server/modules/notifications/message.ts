import type { NotificationLocale } from "@/drizzle/schema/values";

/** One person in a message. */
export interface Line {
  name: string;
  /** Leave type, span, hours, return; of a birthday the department. */
  text: string;
}

export interface Group {
  heading: string | null;
  lines: Line[];
}

export interface MessageDay {
  /** Null when the message is about one day. */
  heading: string | null;
  /** Public holidays. */
  notes: string[];
  groups: Group[];
  /** Said in place of groups when there is nobody. */
  empty: string | null;
}

/** What is told, before it takes a channel's form. Plain text everywhere: each channel escapes in its own way. */
export interface Message {
  locale: NotificationLocale;
  /** Of an e-mail. */
  subject: string;
  title: string;
  intro: string;
  days: MessageDay[];
  footer: string;
  /** Whom to ask to stop it. */
  owner: { name: string; email: string };
}

/** A message in the order in which it is read; `line`s may be cut off at the end and counted. */
export type Piece =
  | { kind: "day" | "group" | "note" | "empty"; text: string }
  | { kind: "line"; name: string; text: string };

export function piecesOf({ days }: Message): Piece[] {
  return days.flatMap(({ heading, notes, groups, empty }): Piece[] => [
    ...(heading === null ? [] : [{ kind: "day" as const, text: heading }]),
    ...notes.map((text) => ({ kind: "note" as const, text })),
    ...(empty === null ? [] : [{ kind: "empty" as const, text: empty }]),
    ...groups.flatMap((group): Piece[] => [
      ...(group.heading === null ? [] : [{ kind: "group" as const, text: group.heading }]),
      ...group.lines.map((line) => ({ kind: "line" as const, ...line })),
    ]),
  ]);
}

export const countLines = (pieces: readonly Piece[]): number =>
  pieces.filter(({ kind }) => kind === "line").length;

/** Right-to-left text, which would turn the order of what stands beside it. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Text that somebody typed, on one line and without what would change the text around it. */
export const clean = (text: string, maximum = 300): string => {
  const bare = text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .trim();
  // It has no more characters than units.
  if (bare.length <= maximum) return bare;
  const units = Array.from(bare);
  return units.length > maximum ? `${units.slice(0, maximum - 1).join("")}…` : bare;
};

/** The same for channels without markup: right-to-left text is set apart by Unicode isolates. */
export const isolated = (text: string): string => {
  const bare = clean(text);
  return rightToLeft.test(bare) ? `\u2068${bare}\u2069` : bare;
};
