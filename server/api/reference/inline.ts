import { Lexer, type Token, type Tokens } from "marked";

/** A part of a line of Markdown: plain, `code`, **strong** or a [link](address). */
export type Inline =
  | { kind: "text" | "code" | "strong"; text: string }
  | { kind: "link"; text: string; href: string };

function partOf(token: Token): Inline {
  switch (token.type) {
    case "codespan":
      return { kind: "code", text: (token as Tokens.Codespan).text };
    case "strong":
      return { kind: "strong", text: (token as Tokens.Strong).text };
    case "link":
      return { kind: "link", text: (token as Tokens.Link).text, href: (token as Tokens.Link).href };
    default:
      return { kind: "text", text: "text" in token ? token.text : token.raw };
  }
}

/** The parts of a line. Nothing in it is HTML: `<id>` stands for itself. */
export const inlineOf = (line: string): Inline[] => Lexer.lexInline(line).map(partOf);
