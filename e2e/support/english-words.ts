import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import type { PageLanguage } from "@/drizzle/schema/values";
import { catalogue } from "@/server/kernel/errors";

type Words = { [key: string]: string | Words };

const folder = path.resolve(import.meta.dirname, "../../app/_i18n/messages");

function messagesOf(language: string): Map<string, string> {
  const flat = (words: Words, prefix: string): [string, string][] =>
    Object.entries(words).flatMap(([key, value]): [string, string][] =>
      typeof value === "string" ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
    );
  const files = readdirSync(path.join(folder, language));
  return new Map(
    files.flatMap((file) =>
      flat(JSON.parse(readFileSync(path.join(folder, language, file), "utf8")), `${file} `),
    ),
  );
}

/** The literal parts of a message: the text between placeholders, plural forms and tags. */
const partsOf = (message: string): string[] =>
  message
    .split(/[{}<>#]|\b(?:plural|select|one|other),?/)
    .map((part) => part.trim())
    .filter((part) => /\p{L}+ \p{L}{2,}/u.test(part) && part.length >= 12);

/** Texts of English pages only: every part of an English message with at least two words that differs in the other language. */
export function englishOnly(language: PageLanguage = "de"): string[] {
  const translated = [...messagesOf(language).values()].join("\n");
  const errors = Object.values(catalogue).flatMap(([, ...texts]) => texts);
  return [...new Set([...messagesOf("en").values(), ...errors].flatMap(partsOf))].filter(
    (part) => !translated.includes(part),
  );
}

/** All text of a page, visible or read aloud. */
export const saidOn = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const attributes = ["aria-label", "title", "placeholder", "alt"];
    const read = [...document.querySelectorAll(attributes.map((name) => `[${name}]`).join(","))].flatMap(
      (element) => attributes.map((name) => element.getAttribute(name) ?? ""),
    );
    return [document.title, document.body.innerText, ...read].join("\n");
  });
