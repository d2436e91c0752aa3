import { cutPieces } from "./cut";
import { isolated, type Message, type Piece, piecesOf } from "./message";
import { phrasesOf } from "./phrases";

/** Slack takes 50 blocks, 3,000 characters of a section, 150 of a header. A week within the budget makes some 20 blocks. */
const sectionLimit = 2900;
const headerLimit = 150;
/** Of all sections: what one reads in a channel, and well below what the API accepts. */
const totalBudget = 12_000;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** The three characters with which mentions and links begin; everything is sent as plain text, so nothing else is read. */
export const escapeSlack = (text: string): string =>
  isolated(text).replace(/[&<>]/g, (char) => entities[char] ?? char);

interface PlainText {
  type: "plain_text";
  text: string;
  emoji: false;
}
export type SlackBlock =
  | { type: "header" | "section"; text: PlainText }
  | { type: "context"; elements: PlainText[] };

const plain = (text: string): PlainText => ({ type: "plain_text", text, emoji: false });

/** Escaped text of at most so many characters, never cut within an entity or a character. */
function shortened(text: string, limit: number): string {
  let kept = "";
  for (const char of Array.from(isolated(text))) {
    const next = entities[char] ?? char;
    if (kept.length + next.length > limit - 1) return `${kept}…`;
    kept += next;
  }
  return kept;
}

function lineOf(piece: Piece): string {
  if (piece.kind !== "line") return shortened(piece.text, 600);
  const rest = piece.text === "" ? "" : ` – ${shortened(piece.text, 400)}`;
  return `• ${shortened(piece.name, 300)}${rest}`;
}

/** Text blocks of whole lines; a day begins with a header, a group with a block of its own. */
function blocksOf(pieces: readonly Piece[]): SlackBlock[] {
  const blocks: SlackBlock[] = [];
  let lines: string[] = [];
  const flush = () => {
    if (lines.length > 0) blocks.push({ type: "section", text: plain(lines.join("\n")) });
    lines = [];
  };
  for (const piece of pieces) {
    if (piece.kind === "day") {
      flush();
      blocks.push({ type: "header", text: plain(shortened(piece.text, headerLimit)) });
      continue;
    }
    const line = lineOf(piece);
    if (lines.join("\n").length + line.length + 1 > sectionLimit) flush();
    lines.push(piece.kind === "group" && lines.length > 0 ? `\n${line}` : line);
  }
  flush();
  return blocks;
}

/** What `chat.postMessage` takes, beside the channel. */
export function renderSlack(message: Message): { text: string; blocks: SlackBlock[] } {
  const phrases = phrasesOf(message.locale);
  const { shown, leftOut } = cutPieces(piecesOf(message), totalBudget, (piece) => lineOf(piece).length + 2);
  return {
    // Read by screen readers and in notices; the blocks are what the channel shows.
    text: `${shortened(message.title, 300)} – ${shortened(message.intro, 300)}`,
    blocks: [
      { type: "header", text: plain(shortened(message.title, headerLimit)) },
      { type: "section", text: plain(escapeSlack(message.intro)) },
      ...blocksOf(shown),
      ...(leftOut > 0 ? [{ type: "section" as const, text: plain(phrases.count("more", leftOut)) }] : []),
      { type: "context", elements: [plain(shortened(message.footer, 600))] },
    ],
  };
}
