import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { describe, expect, it } from "vitest";
import { type NotificationLocale, notificationLocales } from "@/drizzle/schema/values";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { textsOf } from "@/server/test/word-book";
import { wordsOf } from "./words";

const others = notificationLocales.filter((locale) => locale !== "en");

/** The arguments of a message; tags contract a preposition with their text, and each language has its own. */
function argumentsIn(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        return [];
      case TYPE.tag:
        return argumentsIn(element.children);
      case TYPE.select:
      case TYPE.plural:
        return [element.value, ...Object.values(element.options).flatMap(({ value }) => argumentsIn(value))];
      default:
        return [element.value];
    }
  });
}
const argumentsOf = (message: string) => [...new Set(argumentsIn(parse(message)))].sort();

describe("every language", () => {
  it.each(others)("%s has the keys of English, each with the same values", (locale) => {
    const english = textsOf("en");
    const texts = textsOf(locale);
    expect([...texts.keys()]).toEqual([...english.keys()]);
    const wrong = [...texts].filter(
      ([key, text]) => argumentsOf(text).join() !== argumentsOf(english.get(key) ?? "").join(),
    );
    expect(wrong).toEqual([]);
  });

  it.each(notificationLocales)("%s has no empty text, no straight quote and no double space", (locale) => {
    expect([...textsOf(locale)].filter(([, text]) => /^$|['"]| {2}|^ | $/.test(text))).toEqual([]);
  });

  it.each(notificationLocales)("%s contracts only the prepositions that it has rules for", (locale) => {
    const tags = [...textsOf(locale).values()].flatMap((text) => text.match(/<\w+>/g) ?? []);
    const known: Partial<Record<NotificationLocale, string[]>> = { fr: ["<de>"], pt: ["<em>"] };
    expect([...new Set(tags)]).toEqual(known[locale] ?? []);
  });
});

/** Words of another form of address, or of another country. */
const foreign: Partial<Record<NotificationLocale, RegExp>> = {
  // At the start of a sentence it may be a thing.
  de: /[\p{L},] (?:Sie|Ihnen|Ihre[nmr]?)(?!\p{L})/u,
  es: /\b(?:usted|ustedes|decida|nombre a|recibe este|puede volver|elija|su (?:ausencia|solicitud|decisión|contraseña|calendario))\b/i,
  fr: /(?<!\p{L})(?:tu|te|ton|tes|toi)(?!\p{L})/iu,
  pt: /\b(?:você|vocês|usuári[oa]s?|equipe|senha|arquivo|tela|celular|registro|login|deletar|link)\b/i,
};

it.each(others)("%s addresses the reader as its other texts do", (locale) => {
  const wrong = [...textsOf(locale)].filter(([, text]) => foreign[locale]?.test(text));
  expect(wrong).toEqual([]);
});

it("French has a space that does not break before double marks, and inside guillemets", () => {
  const bare = [...textsOf("fr")].filter(([, text]) => {
    const said = text.replace(/\{[^{}]*, (?:plural|number)[^{}]*/g, "");
    return /[^\u00a0\u202f][:;?!»%]|«[^\u00a0]/.test(said.replace(/\d\d:\d\d/g, ""));
  });
  expect(bare).toEqual([]);
});

describe("a text", () => {
  it.each([
    ["en", 1, "1 person is away."],
    ["en", 12_000, "12,000 people are away."],
    ["de", 1, "1 Person ist abwesend."],
    ["es", 2, "2 personas están ausentes."],
    ["fr", 0, "0 personne est absente."],
    ["pt", 0, "0 pessoas estão ausentes."],
  ] as const)("%s %i: has the language's plural and number", (locale, count, text) => {
    expect(wordsOf(locale).say("notification.away", { count })).toBe(text);
  });

  it.each([
    ["fr", "Ana", "Envoyé par Timeaway au nom d’Ana."],
    ["fr", "Élodie", "Envoyé par Timeaway au nom d’Élodie."],
    ["fr", "Paul", "Envoyé par Timeaway au nom de Paul."],
    ["de", "Ana", "Von Timeaway gesendet im Auftrag von Ana."],
  ] as const)("%s %s: contracts a preposition with the name", (locale, name, text) => {
    expect(wordsOf(locale).say("notification.sentFor", { name })).toBe(text);
  });

  it("keeps braces, tags and hashes of its values as they are", () => {
    const name = "<de>{name}</de> # '{'";
    expect(wordsOf("fr").say("leaveMail.approved", { name })).toBe(`${name} a approuvé votre absence.`);
  });

  it("has the first of a month as a French ordinal number, also in a range", () => {
    const { date, range, shortDate } = wordsOf("fr");
    const first = dayNumber("2027-08-01");
    expect(date(first)).toBe("1er août 2027");
    expect(date(first + 10)).toBe("11 août 2027");
    expect(shortDate(first)).toBe("dim. 1er août");
    expect(range(first - 2, first)).toMatch(/^30 juillet\s–\s1er août 2027$/);
  });

  it("has dates in the language", () => {
    const day = dayNumber("2027-08-03");
    expect(notificationLocales.map((locale) => wordsOf(locale).date(day))).toEqual([
      "3 August 2027",
      "3. August 2027",
      "3 de agosto de 2027",
      "3 août 2027",
      "3 de agosto de 2027",
    ]);
  });
});
