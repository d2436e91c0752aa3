import { escapeHtml } from "./escape-html";
import { mailDocument } from "./mail-document";

export interface MailLink {
  label: string;
  url: string;
}

/** A paragraph, the call to action as a button, or small print at the end. Plain text: everything is escaped. */
export type MailBlock =
  | string
  | MailLink
  | { small: string }
  | { links: readonly MailLink[] }
  /** Name-value pairs; a value may have several lines. */
  | { facts: readonly (readonly [name: string, value: string])[] };

/** A colon after a name; French has a space before it. */
const colonIn = (language: string): string => (language === "fr" ? "\u00a0:" : ":");

function textOf(block: MailBlock, colon: string): string {
  const linkText = ({ label, url }: MailLink) => `${label}${colon}\n${url}`;
  const factText = ([name, value]: readonly [string, string]) =>
    value.includes("\n") ? `${name}${colon}\n${value.replace(/^/gm, "  ")}` : `${name}${colon} ${value}`;
  if (typeof block === "string") return block;
  if ("small" in block) return block.small;
  if ("facts" in block) return block.facts.map(factText).join("\n");
  return "links" in block ? block.links.map(linkText).join("\n\n") : linkText(block);
}

const anchor = ({ label, url }: MailLink): string => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;

/** Links on one line. */
export const anchors = (links: readonly MailLink[]): string => links.map(anchor).join(" · ");

const factRow = ([name, value]: readonly [string, string]): string =>
  `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value).replaceAll("\n", "<br>")}</td></tr>`;

function htmlOf(block: MailBlock): string {
  if (typeof block === "string") return `<p>${escapeHtml(block)}</p>`;
  if ("small" in block) return `<p class="small">${escapeHtml(block.small)}</p>`;
  if ("facts" in block) return `<table class="facts">${block.facts.map(factRow).join("")}</table>`;
  if ("links" in block) return `<p class="small">${anchors(block.links)}</p>`;
  const url = escapeHtml(block.url);
  return [
    `<p><a class="button" href="${url}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#1d4ed8;`,
    `color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(block.label)}</a></p>`,
    `<p class="small url">${url}</p>`,
  ].join("");
}

/** A mail's text and HTML bodies, from the same blocks. @param language of the text, a BCP 47 tag */
export function layOutMail(
  heading: string,
  blocks: readonly MailBlock[],
  language: string,
): { text: string; html: string } {
  return {
    text: `${[heading, ...blocks.map((block) => textOf(block, colonIn(language)))].join("\n\n")}\n`,
    html: mailDocument({
      language,
      title: heading,
      body: [`<h1>${escapeHtml(heading)}</h1>`, ...blocks.map(htmlOf)],
    }),
  };
}
