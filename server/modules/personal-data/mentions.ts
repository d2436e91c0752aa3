import { escapeHtml } from "@/server/kernel/escape-html";
import { erasedName } from "./policy";

/** How texts name somebody. */
export interface Mentions {
  /** In lower case. */
  addresses: readonly string[];
  /** Names and addresses as they stand. */
  texts: readonly string[];
  /** A regular expression of PostgreSQL for what the service wrote: names and addresses. */
  written: string;
  /** The same for what people typed. A name of a single word is not sought there: it is often just a word ("May", "Will"). */
  typed: string;
  /** Whether a text that the service wrote names them. */
  isIn(text: string): boolean;
  /** The text with another name in place of theirs. */
  without(text: string): string;
}

const syntax = /[\\^$.*+?()[\]{}|]/g;

/** A text as it stands in plain text, in JSON, in HTML and in an address. */
function formsOf(text: string): string[] {
  const inUrl = encodeURIComponent(text);
  const inJson = JSON.stringify(text).slice(1, -1);
  return [text, inJson, escapeHtml(text), inUrl, inUrl.replaceAll("%20", "+")];
}

/** Whole words, and no name of a member of a JSON object. */
function patternOf(texts: readonly string[], letters: string): string {
  const forms = [...new Set(texts.flatMap(formsOf))].sort((a, b) => b.length - a.length);
  const any = forms.map((form) => form.replace(syntax, "\\$&")).join("|");
  return `(?<!${letters})(?:${any})(?!${letters})(?!":)`;
}

const sqlLetters = "[[:alnum:]]";
const letters = "[\\p{L}\\p{N}]";

/** Those that somebody has, and had. */
export interface Names {
  names: string[];
  emails: string[];
}

export function mentionsOf({ names, emails }: Names): Mentions {
  const addresses = [...new Set(emails.map((email) => email.toLowerCase()))];
  const bothCases = [...emails, ...addresses];
  const all = [...names.map((name) => name.trim()).filter(Boolean), ...bothCases];
  const unmistakable = all.filter((text) => /[\s@]/.test(text));
  const mention = new RegExp(patternOf(all, letters), "gu");
  return {
    addresses,
    texts: all,
    written: patternOf(all, sqlLetters),
    typed: patternOf(unmistakable, sqlLetters),
    isIn: (text) => text.search(mention) >= 0,
    without: (text) => text.replace(mention, erasedName),
  };
}
