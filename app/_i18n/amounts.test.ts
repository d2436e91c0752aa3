import { readdirSync, readFileSync } from "node:fs";
import { createTranslator } from "next-intl";
import { expect, it } from "vitest";
import { notificationLocales } from "@/drizzle/schema/values";
import { amountIn, amountOf, figureOf } from "@/server/kernel/time/amount";
import { textsOf } from "@/server/test/word-book";
import { type Word, wordsOf } from "@/server/words/words";

type Messages = { [key: string]: string | Messages };
type Values = Record<string, string | number>;

const folder = new URL("./messages/", import.meta.url);

const flat = (words: Messages, prefix = ""): [string, string][] =>
  Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  );

const amounts = [
  { amount: amountIn(14.667, null, 8), rest: "5 h 20 min" },
  { amount: amountIn(0.333, null, 8), rest: "40 min" },
  { amount: amountOf(1, 7.67), rest: "40 min" },
  { amount: amountIn(2.125, null), rest: "" },
];

/** Whether a message says an amount, and not only the name of its unit. */
const saysAmount = (message: string) =>
  message.includes("{unit, select") && /\{(?:hours|days|count|shown), (?:plural|number)/.test(message);

/** Values for the other arguments of a message. */
const others = (message: string): Values =>
  Object.fromEntries(
    [...message.matchAll(/\{(\w+)(, (?:plural|number))?/g)].map(([, name = "", number]) => [
      name,
      number ? 2 : "x",
    ]),
  );

function faultsIn(message: string, say: (values: Values) => string): string[] {
  if (!saysAmount(message)) return [];
  return amounts.flatMap(({ amount, rest }) => {
    const text = say({ ...others(message), ...amount }).replaceAll("\u00a0", " ");
    return text.includes(rest) && !/\d[.,]\d\d/.test(text) ? [] : [text];
  });
}

/** Messages read from a file have no typed keys. */
const markupOf = (locale: string, messages: Messages) =>
  createTranslator({ locale, messages } as never).markup as unknown as (
    key: string,
    values: Record<string, unknown>,
  ) => string;

it.each(readdirSync(folder))("pages in %s say amounts in full, with one decimal at most", (locale) => {
  const found = readdirSync(new URL(`${locale}/`, folder)).flatMap((file) => {
    const messages: Messages = JSON.parse(readFileSync(new URL(`${locale}/${file}`, folder), "utf8"));
    const markup = markupOf(locale, messages);
    return flat(messages).flatMap(([key, message]) =>
      faultsIn(message, (values) => markup(key, { date: () => "1 May", ...values })).map((text) => [
        key,
        text,
      ]),
    );
  });
  expect(found).toEqual([]);
});

it.each(notificationLocales)("mails in %s say amounts in full, with one decimal at most", (locale) => {
  const { say } = wordsOf(locale);
  const found = [...textsOf(locale)].flatMap(([key, message]) =>
    faultsIn(message, (values) => say(key as Word, values)).map((text) => [key, text]),
  );
  expect(found).toEqual([]);
});

it("a figure beside others is in full, too", () => {
  const number = (value: number) => wordsOf("de").number(value);
  expect(amounts.map(({ amount }) => figureOf(amount, number).replaceAll("\u00a0", " "))).toEqual([
    "14 d 5 h 20 min",
    "2 h 40 min",
    "7 h 40 min",
    "2,1",
  ]);
});

it("a figure beside words that say another unit has its own", () => {
  const beside = (days: number, said: "days" | "hours" | "mixed", hoursPerDay: number | null = null) =>
    figureOf(amountIn(days, hoursPerDay, 8), String, said).replaceAll("\u00a0", " ");
  expect([beside(0.25, "days"), beside(0.5, "days"), beside(3, "days"), beside(0, "hours")]).toEqual([
    "2 h",
    "0.5",
    "3",
    "0",
  ]);
  expect([beside(1, "hours"), beside(1, "hours", 8), beside(14, "mixed")]).toEqual(["1 d", "8", "14 d"]);
});
