import { escapeHtml } from "@/server/kernel/mail/escape-html";
import { mailDocument } from "@/server/kernel/mail/mail-document";
import { anchors } from "@/server/kernel/mail/mail-layout";
import { type Words, wordsOf } from "@/server/words/words";
import { cutPieces } from "./cut";
import type { Links } from "./links";
import { clean, isolated, type Message, type Piece, piecesOf } from "./message";

/** Gmail clips mails beyond 102 kB. This is the whole mail as sent, headers and both bodies. */
const maximumBytes = 98_000;
const headerBytes = 6000;

/** User input, isolated so that its direction does not affect the text around it. */
const typed = (text: string): string => `<bdi>${escapeHtml(clean(text))}</bdi>`;

function htmlOf(piece: Piece): string {
  switch (piece.kind) {
    case "day":
      return `<h2>${escapeHtml(piece.text)}</h2>`;
    case "group":
      return `<h3>${typed(piece.text)}</h3>`;
    case "note":
    case "empty":
      return `<p class="${piece.kind}">${typed(piece.text)}</p>`;
    case "line": {
      const rest = piece.text === "" ? "" : ` <span>– ${typed(piece.text)}</span>`;
      return `<li>${typed(piece.name)}${rest}</li>`;
    }
  }
}

/** Adjacent lines form one list. */
function listsOf(pieces: readonly Piece[]): string[] {
  const isLine = (at: number) => pieces[at]?.kind === "line";
  return pieces.map((piece, at) => {
    const html = htmlOf(piece);
    if (piece.kind !== "line") return html;
    return `${isLine(at - 1) ? "" : "<ul>"}${html}${isLine(at + 1) ? "" : "</ul>"}`;
  });
}

function textOf(piece: Piece): string {
  switch (piece.kind) {
    case "day":
      return `\n${piece.text}`;
    case "group":
      return `\n${isolated(piece.text)}`;
    case "note":
    case "empty":
      return isolated(piece.text);
    case "line":
      return `- ${isolated(piece.name)}${piece.text === "" ? "" : ` – ${isolated(piece.text)}`}`;
  }
}

/** Encoded bytes of a text: a byte outside plain ASCII takes three, and long lines are broken (RFC 2045, section 6.7). */
function encodedBytes(text: string): number {
  let bytes = 2;
  for (const byte of Buffer.from(text)) bytes += byte === 0x3d || byte > 0x7e ? 3 : 1;
  return Math.ceil(bytes * 1.05);
}

/** An upper bound of `encodedBytes`. */
const maxBytes = (text: string): number => Buffer.byteLength(text) * 3.2 + 10;

interface Parts {
  message: Message;
  links: Links;
  words: Words;
  shown: readonly Piece[];
  leftOut: number;
}

function html({ message, links, words, shown, leftOut }: Parts): string {
  const app = { label: words.say("notification.openApp"), url: links.app };
  const settings = { label: words.say("notification.settings"), url: links.settings };
  const more =
    leftOut > 0 ? [`<p>${words.say("notification.more", { count: leftOut })} – ${anchors([app])}</p>`] : [];
  return mailDocument({
    language: message.locale,
    title: clean(message.title),
    body: [
      `<h1>${escapeHtml(clean(message.title))}</h1>`,
      `<p>${escapeHtml(message.intro)}</p>`,
      ...listsOf(shown),
      ...more,
      `<footer><p>${anchors([app, settings])}</p>`,
      `<p>${typed(message.footer)}<br>${typed(stopText(message, words))}</p></footer>`,
    ],
  });
}

const stopText = ({ owner }: Message, words: Words) =>
  words.say("notification.unsubscribe", { address: owner.email });

function text({ message, links, words, shown, leftOut }: Parts): string {
  const lines = [
    ...[message.title, message.intro, ...shown.map(textOf)],
    ...(leftOut > 0 ? ["", words.say("notification.more", { count: leftOut })] : []),
    ...[
      "",
      `${words.say("notification.openApp")} – ${links.app}`,
      `${words.say("notification.settings")} – ${links.settings}`,
    ],
    ...["", "-- ", isolated(message.footer), isolated(stopText(message, words))],
  ];
  return `${lines.join("\n")}\n`;
}

/** The subject and both bodies of an e-mail. */
export function renderMail(message: Message, links: Links): { subject: string; text: string; html: string } {
  const words = wordsOf(message.locale);
  const pieces = piecesOf(message);
  const parts = { message, links, words };
  const subject = clean(message.subject, 250);
  const whole = { ...parts, shown: pieces, leftOut: 0 };
  const bodies = { text: text(whole), html: html(whole) };
  // Nearly every mail is so short that the exact count is not needed.
  if (maxBytes(bodies.text) + maxBytes(bodies.html) <= maximumBytes - headerBytes)
    return { subject, ...bodies };
  const frame = { ...parts, shown: [], leftOut: pieces.length };
  const budget = maximumBytes - headerBytes - encodedBytes(html(frame)) - encodedBytes(text(frame));
  const costOf = (piece: Piece) => encodedBytes(htmlOf(piece)) + encodedBytes(textOf(piece));
  const cut = { ...parts, ...cutPieces(pieces, budget, costOf) };
  return { subject, text: text(cut), html: html(cut) };
}
