import { escapeHtml } from "@/server/kernel/mail-layout";
import { cutPieces } from "./cut";
import { clean, isolated, type Message, type Piece, piecesOf } from "./message";
import { phrasesOf } from "./phrases";

const maximumPieces = 3000;

/** Text that somebody typed, set apart so that its direction changes nothing around it. */
const typed = (text: string): string => `<bdi>${escapeHtml(clean(text))}</bdi>`;

const styles = {
  day: "margin:24px 0 4px;font-size:16px",
  group: "margin:12px 0 4px;font-size:14px",
  note: "margin:4px 0;color:#6b4e00",
  empty: "margin:4px 0;color:#555b66",
};

function htmlOf(piece: Piece): string {
  switch (piece.kind) {
    case "day":
      return `<h2 style="${styles.day}">${escapeHtml(piece.text)}</h2>`;
    case "group":
      return `<h3 style="${styles.group}">${typed(piece.text)}</h3>`;
    case "note":
    case "empty":
      return `<p style="${styles[piece.kind]}">${typed(piece.text)}</p>`;
    case "line": {
      const rest = piece.text === "" ? "" : ` – ${typed(piece.text)}`;
      return `<p style="margin:2px 0"><strong>${typed(piece.name)}</strong>${rest}</p>`;
    }
  }
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

/** The subject and both bodies of an e-mail. */
export function renderMail(message: Message): { subject: string; text: string; html: string } {
  const phrases = phrasesOf(message.locale);
  const { shown, leftOut } = cutPieces(piecesOf(message), maximumPieces, () => 1);
  const more = leftOut > 0 ? phrases.count("more", leftOut) : null;
  const stop = phrases.say("unsubscribe", { address: message.owner.email });
  const footer = [message.footer, stop];
  return {
    subject: clean(message.subject, 250),
    text: `${[message.title, message.intro, ...shown.map(textOf), ...(more ? [more] : []), "", "-- ", ...footer.map((text) => isolated(text))].join("\n")}\n`,
    html: [
      `<!doctype html><html lang="${message.locale}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">`,
      `<title>${escapeHtml(clean(message.title))}</title></head>`,
      '<body style="margin:0;padding:24px;font:15px/1.5 system-ui,sans-serif"><div style="max-width:640px;margin:0 auto">',
      `<h1 style="margin:0 0 8px;font-size:20px">${escapeHtml(clean(message.title))}</h1>`,
      `<p style="margin:0 0 8px">${escapeHtml(message.intro)}</p>`,
      ...shown.map(htmlOf),
      ...(more ? [`<p>${escapeHtml(more)}</p>`] : []),
      `<p style="margin:24px 0 0;font-size:12px;color:#555b66">${footer.map(typed).join("<br>")}</p>`,
      "</div></body></html>",
    ].join("\n"),
  };
}
