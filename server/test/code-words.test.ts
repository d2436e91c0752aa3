import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { catalogue } from "@/server/kernel/errors";

const folder = new URL("../../app/_i18n/messages/", import.meta.url);
/** English has the catalogue itself. */
const languages = readdirSync(folder).filter((language) => language !== "en");

it.each(languages)("%s: every code of the catalogue has words, in its order, without values", (language) => {
  const words: Record<string, Record<string, string>> = JSON.parse(
    readFileSync(new URL(`${language}/codes.json`, folder), "utf8"),
  );
  expect(Object.keys(words)).toEqual(Object.keys(catalogue));
  for (const [code, texts] of Object.entries(words)) {
    expect(Object.keys(texts), code).toEqual(["name", "description", "resolution"]);
    for (const text of Object.values(texts)) expect(text, code).toMatch(/^[^{}]+$/);
  }
});

it("the catalogue's texts need no escape in ICU MessageFormat, where the pages read them", () => {
  const texts = Object.values(catalogue).flatMap(([, ...words]) => words);
  expect(texts.filter((text) => /[{}#]|'[<{]/.test(text))).toEqual([]);
});
