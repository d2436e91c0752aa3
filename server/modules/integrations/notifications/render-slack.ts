import { wordsOf } from "@/server/words/words";
import { cutPieces } from "./cut";
import type { Links } from "./links";
import { isolated, type Message, type Piece, piecesOf } from "./message";

/** Slack accepts 50 blocks, and 150 characters in a header. A week within the budget makes about 20 blocks. */
const richLimit = 2900;
const headerLimit = 150;
/** Budget of all blocks as JSON: Slack refuses more than about 13,000 characters; the frame takes up to 1,500. */
const totalBudget = 10_900;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Escapes the three characters that start mentions and links, for text outside rich text blocks. */
const escapeSlack = (text: string): string =>
  isolated(text).replace(/[&<>]/g, (char) => entities[char] ?? char);

interface PlainText {
  type: "plain_text";
  text: string;
  emoji: false;
}
/** Text of a rich text block is shown verbatim: it has neither markup nor entities. */
type RichElement =
  | { type: "text"; text: string; style?: { bold: true } }
  | { type: "link"; url: string; text: string };
export type SlackBlock =
  | { type: "header" | "section"; text: PlainText }
  | { type: "context"; elements: PlainText[] }
  | { type: "rich_text"; elements: { type: "rich_text_section"; elements: RichElement[] }[] };

const plain = (text: string): PlainText => ({ type: "plain_text", text, emoji: false });
const rich = (elements: RichElement[]): SlackBlock => ({
  type: "rich_text",
  elements: [{ type: "rich_text_section", elements }],
});

/** At most `limit` characters, never cut within one. @param written a character's encoded form */
function shortened(text: string, limit: number, written = (char: string) => char): string {
  let kept = "";
  for (const char of Array.from(isolated(text))) {
    const next = written(char);
    if (kept.length + next.length > limit - 1) return `${kept}…`;
    kept += next;
  }
  return kept;
}
const escaped = (text: string, limit: number) => shortened(text, limit, (char) => entities[char] ?? char);

function lineOf(piece: Piece): string {
  if (piece.kind !== "line") return shortened(piece.text, 600);
  const rest = piece.text === "" ? "" : ` – ${shortened(piece.text, 400)}`;
  return `• ${shortened(piece.name, 300)}${rest}`;
}

/** A piece's share of the JSON; a heading starts new elements or blocks. */
const costOf = (piece: Piece): number =>
  JSON.stringify(lineOf(piece)).length + { day: 180, group: 90, note: 2, empty: 2, line: 2 }[piece.kind];

/** Rich text of whole lines; a day begins with a header, a group with bold text. */
function blocksOf(pieces: readonly Piece[]): SlackBlock[] {
  const blocks: SlackBlock[] = [];
  let elements: RichElement[] = [];
  let length = 0;
  const flush = () => {
    if (elements.length > 0) blocks.push(rich(elements));
    elements = [];
    length = 0;
  };
  const add = (text: string, style?: { bold: true }) => {
    const last = elements.at(-1);
    length += text.length;
    if (last?.type === "text" && !last.style && !style) last.text += text;
    else elements.push({ type: "text", text, ...(style && { style }) });
  };
  for (const piece of pieces) {
    if (piece.kind === "day") {
      flush();
      blocks.push({ type: "header", text: plain(escaped(piece.text, headerLimit)) });
      continue;
    }
    const line = lineOf(piece);
    if (length + line.length + 2 > richLimit) flush();
    const isGroup = piece.kind === "group";
    if (elements.length > 0) add(isGroup ? "\n\n" : "\n");
    add(line, isGroup ? { bold: true } : undefined);
  }
  flush();
  return blocks;
}

/** The parameters of `chat.postMessage`, besides the channel. */
export function renderSlack(message: Message, links: Links): { text: string; blocks: SlackBlock[] } {
  const words = wordsOf(message.locale);
  const { shown, leftOut } = cutPieces(piecesOf(message), totalBudget, costOf);
  const more: RichElement[] =
    leftOut > 0
      ? [
          { type: "text", text: words.say("notification.more", { count: leftOut }), style: { bold: true } },
          { type: "text", text: "\n" },
        ]
      : [];
  return {
    // For screen readers and push notifications; the channel shows the blocks.
    text: `${escaped(message.title, 300)} – ${escaped(message.intro, 300)}`,
    blocks: [
      { type: "header", text: plain(escaped(message.title, headerLimit)) },
      { type: "section", text: plain(escapeSlack(message.intro)) },
      ...blocksOf(shown),
      rich([
        ...more,
        { type: "link", url: links.app, text: words.say("notification.openApp") },
        { type: "text", text: " · " },
        { type: "link", url: links.settings, text: words.say("notification.settings") },
      ]),
      { type: "context", elements: [plain(escaped(message.footer, 600))] },
    ],
  };
}
