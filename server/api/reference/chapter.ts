import { readFileSync } from "node:fs";
import path from "node:path";
import { Lexer, type Token, type Tokens } from "marked";
import type { Settings } from "@/server/kernel/env";
import { chapterValues } from "./chapter-values";
import type { Block, Chapter, CodeLanguage, TableRow } from "./page";

/** In reading order. */
export const chapterSlugs = [
  "introduction",
  "errors",
  "sync",
  "webhooks",
  "oauth",
  "mcp",
  "v1-to-v2",
] as const;

const folder = "server/api/reference/chapters";
/** `{{burst}}`: a value of the code or the settings. */
const placeholder = /\{\{([\w.]+)\}\}/g;
/** `{#errors}` at the end of a heading or a row's first cell: its anchor, where the words do not yield it. */
const anchor = / \{#([\w.-]+)\}$/;
/** `Table: Limits`, before a table: its caption. */
const caption = /^Table: (.+)$/;

/** @throws when a chapter names an unknown value */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(placeholder, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`A chapter names ${name}, which has no value`);
    return value;
  });

const slugOf = (words: string): string => words.toLowerCase().replaceAll(/[^a-z0-9_]+/g, "-");

/** The words of a heading or cell, and their anchor. */
function anchored(words: string): { words: string; id: string | undefined } {
  const id = anchor.exec(words)?.[1];
  return { words: words.replace(anchor, ""), id };
}

function rowOf(cells: readonly Tokens.TableCell[]): TableRow {
  const [first = "", ...rest] = cells.map(({ text }) => text);
  const { words, id } = anchored(first);
  return { ...(id && { id }), cells: [words, ...rest] };
}

function tableOf({ header, rows }: Tokens.Table, before: Token | undefined): Block {
  const [, words] = caption.exec(before?.type === "paragraph" ? before.raw.trim() : "") ?? [];
  if (!words) throw new Error("A table of a chapter has no caption");
  return { kind: "table", caption: words, columns: header.map(({ text }) => text), rows: rows.map(rowOf) };
}

/** A quotation that begins with a strong sentence: `> **Careful.** It cannot be undone.` */
function noteOf({ text }: Tokens.Blockquote): Block {
  const [, title, words] = /^\*\*(.+?)\.\*\* (.+)$/s.exec(text) ?? [];
  if (!title || !words) throw new Error("A note of a chapter has no title");
  return { kind: "note", title, text: words };
}

function codeOf({ lang = "", text }: Tokens.Code): Block {
  const [language = "", ...label] = lang.split(" ");
  return { kind: "code", language: language as CodeLanguage, label: label.join(" "), code: text };
}

function headingOf({ depth, text }: Tokens.Heading): Block {
  const { words, id = slugOf(words) } = anchored(text);
  return { kind: "heading", level: depth === 3 ? 3 : 2, text: words, id };
}

function blockOf(token: Token, before: Token | undefined): Block[] {
  switch (token.type) {
    case "heading":
      return [headingOf(token as Tokens.Heading)];
    case "paragraph":
      return caption.test(token.raw.trim()) ? [] : [{ kind: "text", text: (token as Tokens.Paragraph).text }];
    case "list":
      return [{ kind: "list", items: (token as Tokens.List).items.map(({ text }) => text) }];
    case "table":
      return [tableOf(token as Tokens.Table, before)];
    case "code":
      return [codeOf(token as Tokens.Code)];
    case "blockquote":
      return [noteOf(token as Tokens.Blockquote)];
    default:
      throw new Error(`A chapter has a ${token.type}, which no page shows`);
  }
}

/** A chapter's Markdown as a page. The first heading is its title, the first paragraph its summary. */
export function parseChapter(slug: string, text: string): Chapter {
  const tokens = Lexer.lex(text).filter(({ type }) => type !== "space");
  const [title, about, ...rest] = tokens;
  if (title?.type !== "heading" || about?.type !== "paragraph")
    throw new Error(`The chapter ${slug} does not begin with a title and a sentence about it`);
  return {
    slug,
    title: (title as Tokens.Heading).text,
    description: (about as Tokens.Paragraph).text,
    blocks: rest.flatMap((token, place) => blockOf(token, rest[place - 1])),
  };
}

/** A chapter's raw text. Read from the application's folder, as the migrations are. */
export const chapterText = (slug: string): string => readFileSync(path.resolve(folder, `${slug}.md`), "utf8");

/** Every chapter, with the values of this installation. */
export function chaptersOf(settings: Settings): Chapter[] {
  const values = chapterValues(settings);
  return chapterSlugs.map((slug) => parseChapter(slug, filled(chapterText(slug), values)));
}
