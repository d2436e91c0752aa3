import { escapeHtml } from "@/server/kernel/mail/escape-html";
import { erasedName } from "./policy";

/** How texts mention a person. */
export interface Mentions {
  /** In lower case. */
  addresses: readonly string[];
  /** Names and addresses, unchanged. */
  texts: readonly string[];
  /** A regular expression of PostgreSQL for texts written by the service: names and addresses. */
  written: string;
  /** The same for texts typed by users. It ignores single-word names, which are often just words ("May", "Will"). */
  typed: string;
  /** Whether a text written by the service mentions the person. */
  isIn(text: string): boolean;
  /** The text with the person's name replaced. */
  without(text: string): string;
}

const syntax = /[\\^$.*+?()[\]{}|]/g;

/** A text in its forms in plain text, JSON, HTML and URLs. */
function formsOf(text: string): string[] {
  const inUrl = encodeURIComponent(text);
  const inJson = JSON.stringify(text).slice(1, -1);
  return [text, inJson, escapeHtml(text), inUrl, inUrl.replaceAll("%20", "+")];
}

/** Matches whole words that are not member names of a JSON object. */
function patternOf(texts: readonly string[], letters: string): string {
  const forms = [...new Set(texts.flatMap(formsOf))].sort((a, b) => b.length - a.length);
  const any = forms.map((form) => form.replace(syntax, "\\$&")).join("|");
  return `(?<!${letters})(?:${any})(?!${letters})(?!":)`;
}

const sqlLetters = "[[:alnum:]]";
const letters = "[\\p{L}\\p{N}]";

/** Current and former ones. */
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
