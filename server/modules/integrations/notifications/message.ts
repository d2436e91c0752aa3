import type { NotificationLocale } from "@/drizzle/schema/values";

/** One employee in a message. */
export interface Line {
  name: string;
  /** Leave type, span, hours, return; for a birthday the department. */
  text: string;
}

export interface Group {
  heading: string | null;
  lines: Line[];
}

export interface MessageDay {
  /** Null when the message covers one day. */
  heading: string | null;
  /** Public holidays. */
  notes: string[];
  groups: Group[];
  /** Shown in place of groups when there are none. */
  empty: string | null;
}

/** A message's content before it is rendered for a channel. Plain text everywhere: each channel escapes in its own way. */
export interface Message {
  locale: NotificationLocale;
  /** For an e-mail. */
  subject: string;
  title: string;
  intro: string;
  days: MessageDay[];
  footer: string;
  /** The contact for stopping the message. */
  owner: { name: string; email: string };
}

/** A message's parts in reading order; `line`s at the end may be cut off and counted. */
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

/** Right-to-left text, which would reorder the text beside it. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** User input on one line, without characters that would change the text around it. */
export const clean = (text: string, maximum = 300): string => {
  const bare = text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .trim();
  // It has at most as many characters as code units.
  if (bare.length <= maximum) return bare;
  const units = Array.from(bare);
  return units.length > maximum ? `${units.slice(0, maximum - 1).join("")}…` : bare;
};

/** The same for channels without markup: right-to-left text is wrapped in Unicode isolates. */
export const isolated = (text: string): string => {
  const bare = clean(text);
  return rightToLeft.test(bare) ? `\u2068${bare}\u2069` : bare;
};
