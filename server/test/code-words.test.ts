import { expect, it } from "vitest";
import words from "@/app/_i18n/messages/en/codes.json";
import { catalogue } from "@/server/kernel/errors";

it("every code of the catalogue has words in the languages of the pages, under its own name", () => {
  const names = Object.entries(catalogue).map(([code, [, name]]) => [code, name]);
  expect(Object.entries(words).map(([code, { name }]) => [code, name])).toEqual(names);
});
