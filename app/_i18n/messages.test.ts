import { readdirSync, readFileSync } from "node:fs";
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { describe, expect, it } from "vitest";
import { sourceFiles } from "@/server/test/source-files";

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

/** All English messages, by their whole key. */
const english = new Map(
  filesOf("en").flatMap((file) =>
    [...wordsOf("en", file)].map(([key, words]): [string, string] => [
      `${file.replace(".json", "")}.${key}`,
      words,
    ]),
  ),
);

/** The text of an object literal, from behind its opening brace. */
function objectFrom(text: string): string {
  let depth = 1;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "{") depth++;
    if (text[at] === "}" && --depth === 0) return text.slice(0, at);
  }
  return text;
}

/** The parts that a file renders into messages: the possible messages, and the name of each function. */
function partsOf(source: string): { key: string; found: string[]; name: string }[] {
  const prefixes = [...source.matchAll(/(?:use|get)Translations\((?:"([^"]+)")?\)/g)].map(([, of]) =>
    of ? `${of}.` : "",
  );
  return [...source.matchAll(/\.rich\(\s*"([^"]+)",\s*\{/g)].flatMap((call) => {
    const [whole, key = ""] = call;
    const found = prefixes.flatMap((prefix) => english.get(prefix + key) ?? []);
    const given = objectFrom(source.slice(call.index + whole.length));
    const names = [...given.matchAll(/(?:^|[,{\s])(\w+):\s*(?:\(\w*\)|\w+)\s*=>/g)].map(
      ([, name = ""]) => name,
    );
    return names.map((name) => ({ key, found, name }));
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

  it("a part that a page renders into a message is a tag of it, not an argument, which would show the function's source", () => {
    const parts = sourceFiles(["app"]).flatMap(({ path, text }) =>
      partsOf(text).map((part) => ({ path, ...part })),
    );
    // Words that a component is given are known where they are read.
    const known = parts.filter(({ found }) => found.length > 0);
    expect(known.length).toBeGreaterThan(50);
    const wrong = known.filter(({ found, name }) => !found.some((words) => words.includes(`<${name}>`)));
    expect(wrong.map(({ path, key, name }) => `${path}: ${key} has no <${name}>`)).toEqual([]);
  });
});
