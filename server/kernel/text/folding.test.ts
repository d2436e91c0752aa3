import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Services } from "@/server/kernel/services";
import { testServices } from "@/server/test/services";
import { caseFolded, isFoundBy, searchFolded } from "./folding";

let services: Services;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

describe("a search finds a name", () => {
  it.each([
    ["Özil", "ozil"],
    ["Özil", "ÖZIL"],
    ["O\u0308zil", "özil"],
    ["Šćepan", "ŠĆEP"],
    ["Scepan", "šćepan"],
    ["Ирина", "ИРИ"],
    ["Ζωή", "ΖΩΗ"],
    ["Οδυσσεύς", "ΟΔΥΣΣΕΥΣ"],
    ["Groß", "gross"],
    ["GROẞ", "groß"],
    ["Łukasz", "lukasz"],
    ["Lukasz", "łuk"],
    ["Jørgen", "jorgen"],
    ["Dương", "duong"],
    ["İpek", "ipek"],
    ["Isil", "ışıl"],
    ["Ægir", "aegir"],
    ["می‌خواهم", "میخواهم"],
    ["Ｗｉｄｅ", "wide"],
  ])("%s by %s", (name, text) => expect(isFoundBy(name, text)).toBe(true));

  it("and keeps different letters apart", () => {
    expect(isFoundBy("कि", "का")).toBe(false);
    expect(isFoundBy("ガ", "カ")).toBe(true);
    expect(isFoundBy("Özil", "uzil")).toBe(false);
  });
});

it("uniqueness distinguishes accents, but neither case nor normalization form", () => {
  expect(caseFolded("CAFE\u0301")).toBe(caseFolded("café"));
  expect(caseFolded("Café")).not.toBe(caseFolded("Cafe"));
  expect(caseFolded("ΖΩΉΣ")).toBe(caseFolded("ζωής"));
});

it("the database folds each letter like this code, alone and in a word", async () => {
  const blocks = [
    [0x21, 0x58f],
    [0x591, 0x6ff],
    [0x900, 0xdff],
    [0x1e00, 0x1fff],
    [0x2010, 0x24ff],
    [0x2c60, 0x2c7f],
    [0x3041, 0x30ff],
    [0xac00, 0xac20],
    [0xfb00, 0xfb4f],
    [0xff01, 0xffdc],
  ] as const;
  const texts = blocks
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, n) => String.fromCodePoint(from + n)))
    .filter((letter) => /\p{Assigned}/u.test(letter) && !/\p{C}/u.test(letter))
    .flatMap((letter) => [letter, `Ab${letter}s`, `Σ${letter}Σ`]);
  const rows = await services.db.execute<{ text: string; searched: string; unique: string }>(sql`
    select text, search_folded(text) as searched, case_folded(text) as "unique"
    from unnest(${sql.param(texts)}::text[]) text`);
  expect(rows).toHaveLength(texts.length);
  const wrong = rows.filter(
    ({ text, searched, unique }) => searched !== searchFolded(text) || unique !== caseFolded(text),
  );
  expect(wrong.map(({ text, ...folded }) => ({ text, ...folded, here: searchFolded(text) }))).toEqual([]);
});
