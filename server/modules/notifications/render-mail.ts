import { escapeHtml } from "@/server/kernel/escape-html";
import { mailDocument } from "@/server/kernel/mail-document";
import { anchors } from "@/server/kernel/mail-layout";
import { cutPieces } from "./cut";
import type { Links } from "./links";
import { clean, isolated, type Message, type Piece, piecesOf } from "./message";
import { type Phrases, phrasesOf } from "./phrases";

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
  phrases: Phrases;
  shown: readonly Piece[];
  leftOut: number;
}

function html({ message, links, phrases, shown, leftOut }: Parts): string {
  const app = { label: phrases.say("openApp"), url: links.app };
  const settings = { label: phrases.say("settings"), url: links.settings };
  const more = leftOut > 0 ? [`<p>${phrases.count("more", leftOut)} – ${anchors([app])}</p>`] : [];
  return mailDocument({
    language: message.locale,
    title: clean(message.title),
    body: [
      `<h1>${escapeHtml(clean(message.title))}</h1>`,
      `<p>${escapeHtml(message.intro)}</p>`,
      ...listsOf(shown),
      ...more,
      `<footer><p>${anchors([app, settings])}</p>`,
      `<p>${typed(message.footer)}<br>${typed(stopText(message, phrases))}</p></footer>`,
    ],
  });
}

const stopText = ({ owner }: Message, phrases: Phrases) =>
  phrases.say("unsubscribe", { address: owner.email });

function text({ message, links, phrases, shown, leftOut }: Parts): string {
  const lines = [
    ...[message.title, message.intro, ...shown.map(textOf)],
    ...(leftOut > 0 ? ["", phrases.count("more", leftOut)] : []),
    ...["", `${phrases.say("openApp")} – ${links.app}`, `${phrases.say("settings")} – ${links.settings}`],
    ...["", "-- ", isolated(message.footer), isolated(stopText(message, phrases))],
  ];
  return `${lines.join("\n")}\n`;
}

/** The subject and both bodies of an e-mail. */
export function renderMail(message: Message, links: Links): { subject: string; text: string; html: string } {
  const phrases = phrasesOf(message.locale);
  const pieces = piecesOf(message);
  const parts = { message, links, phrases };
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
