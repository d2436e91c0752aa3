import { readdirSync, readFileSync } from "node:fs";
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { describe, expect, it } from "vitest";

const folder = new URL("./messages/", import.meta.url);
const languages = readdirSync(folder);
const filesOf = (language: string) => readdirSync(new URL(`${language}/`, folder)).sort();

type Words = { [key: string]: string | Words };

function wordsOf(language: string, file: string): Map<string, string> {
  const words: Words = JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), "utf8"));
  return new Map(flat(words, ""));
}

const flat = (words: Words, prefix: string): [string, string][] =>
  Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  );

/** The arguments of a message, and the tags around its parts: "count", "<link>". */
function namesIn(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        return [];
      case TYPE.tag:
        return [`<${element.value}>`, ...namesIn(element.children)];
      case TYPE.select:
      case TYPE.plural:
        return [element.value, ...Object.values(element.options).flatMap(({ value }) => namesIn(value))];
      default:
        return [element.value];
    }
  });
}

const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

function problemsOf(language: string, file: string): string[] {
  const english = wordsOf("en", file);
  return [...wordsOf(language, file)].flatMap(([key, message]) => {
    const at = `${language}/${file} ${key}`;
    try {
      const names = sorted(namesIn(parse(message)));
      const expected = sorted(namesIn(parse(english.get(key) ?? "")));
      return names.join() === expected.join() ? [] : [`${at}: {${names}} instead of {${expected}}`];
    } catch (error) {
      return [`${at}: ${error}`];
    }
  });
}

describe("words of the pages", () => {
  it("every language has the same files as English, and translates the error catalogue", () => {
    const translated = [...filesOf("en"), "codes.json"].sort();
    for (const language of languages.filter((one) => one !== "en"))
      expect(filesOf(language), language).toEqual(translated);
  });

  it.each(filesOf("en"))(
    "%s: every language has the same keys as English, and no message is empty",
    (file) => {
      const keys = [...wordsOf("en", file).keys()].sort();
      for (const language of languages) {
        const words = wordsOf(language, file);
        expect([...words.keys()].sort(), language).toEqual(keys);
        expect(
          [...words].filter(([, word]) => word.trim() === ""),
          language,
        ).toEqual([]);
      }
    },
  );

  it.each(filesOf("en"))("%s: every message parses, with the same arguments as the English one", (file) => {
    expect(languages.flatMap((language) => problemsOf(language, file))).toEqual([]);
  });
});
