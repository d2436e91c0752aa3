import { wordsOf } from "@/server/words/words";
import { cutPieces } from "./cut";
import type { Links } from "./links";
import { isolated, type Message, type Piece, piecesOf } from "./message";

/** Microsoft Teams accepts cards of up to 28 KB. */
const budgetBytes = 22_000;

interface TextRun {
  type: "TextRun";
  text: string;
  weight?: "Bolder";
  size?: "Large" | "Medium";
  isSubtle?: true;
}
/** Text runs ignore markdown, unlike text blocks: user input is shown verbatim. */
interface RichTextBlock {
  type: "RichTextBlock";
  inlines: TextRun[];
  spacing?: "Small" | "Medium" | "Large";
}

const run = (text: string, more: Partial<TextRun> = {}): TextRun => ({ type: "TextRun", text, ...more });
const block = (inlines: TextRun[], spacing?: RichTextBlock["spacing"]): RichTextBlock => ({
  type: "RichTextBlock",
  inlines,
  ...(spacing && { spacing }),
});

function blockOf(piece: Piece): RichTextBlock {
  switch (piece.kind) {
    case "day":
      return block([run(isolated(piece.text), { weight: "Bolder", size: "Medium" })], "Large");
    case "group":
      return block([run(isolated(piece.text), { weight: "Bolder" })], "Medium");
    case "note":
    case "empty":
      return block([run(isolated(piece.text), { isSubtle: true })], "Small");
    case "line": {
      const rest = piece.text === "" ? [] : [run(` – ${isolated(piece.text)}`, { isSubtle: true })];
      return block([run(isolated(piece.name)), ...rest], "Small");
    }
  }
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

export interface AdaptiveCard {
  $schema: string;
  type: "AdaptiveCard";
  version: "1.4";
  lang: string;
  msteams: { width: "Full" };
  body: RichTextBlock[];
  actions: { type: "Action.OpenUrl"; title: string; url: string }[];
}

/** The message as an Adaptive Card. */
export function renderCard(message: Message, links: Links): AdaptiveCard {
  const words = wordsOf(message.locale);
  const { shown, leftOut } = cutPieces(
    piecesOf(message),
    budgetBytes,
    (piece) => bytesOf(blockOf(piece)) + 1,
  );
  return {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    lang: message.locale,
    msteams: { width: "Full" },
    body: [
      block([run(isolated(message.title), { weight: "Bolder", size: "Large" })]),
      block([run(message.intro)]),
      ...shown.map(blockOf),
      ...(leftOut > 0
        ? [block([run(words.say("notification.more", { count: leftOut }), { weight: "Bolder" })])]
        : []),
      block([run(isolated(message.footer), { isSubtle: true })], "Large"),
    ],
    actions: [
      { type: "Action.OpenUrl", title: words.say("notification.openApp"), url: links.app },
      { type: "Action.OpenUrl", title: words.say("notification.settings"), url: links.settings },
    ],
  };
}
