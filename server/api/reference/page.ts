import type { Operation } from "./operation";

/**
 * A part of a chapter. Text may contain `code`, **strong** and [links](address); an address is another page's slug, optionally with an
 * anchor, or a whole URL.
 */
export type Block =
  | { kind: "heading"; level: 2 | 3; text: string; id: string }
  | { kind: "text"; text: string }
  | { kind: "list"; items: string[] }
  | { kind: "table"; caption: string; columns: string[]; rows: TableRow[] }
  | { kind: "code"; label: string; language: CodeLanguage; code: string }
  | { kind: "note"; title: string; text: string };

export interface TableRow {
  /** Anchor of the row. */
  id?: string;
  cells: string[];
}

export type CodeLanguage = "bash" | "javascript" | "python" | "go" | "json" | "http";

/** A page of prose. */
export interface Chapter {
  slug: string;
  title: string;
  description: string;
  blocks: Block[];
}

export type ReferencePage = ({ kind: "chapter" } & Chapter) | ({ kind: "operation" } & Operation);
