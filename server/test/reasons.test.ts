import { readdirSync, readFileSync } from "node:fs";
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { expect, it } from "vitest";
import { because, type ReasonKey, reasons } from "@/server/kernel/reasons";

const server = new URL("../", import.meta.url);
const pages = new URL("../../app/_i18n/messages/", import.meta.url);

/** Refusals that no page can show: of a key's own checks, of an app's, and of the operator's commands. */
const withoutPages = [
  /^access\/require-scope\.ts$/, // a key's scope
  /^api\/(?:mcp|steps)\//,
  /^api\/(?:handle-trpc|operation-exchange)\.ts$/, // another program than our pages; the key's owner
  /^cli\//,
  /^modules\/integrations\/legacy-keys\/import\.ts$/,
  /^modules\/integrations\/rate-limits\/spend\.ts$/,
  /^modules\/integrations\/schedules\/check-filters\.ts$/, // the key's owner; another refusal there has a reason
  /^modules\/integrations\/webhooks\/create-hook\.ts$/,
  /^modules\/messaging\/outbox\/send-again\.ts$/,
  /^modules\/people\/people\/(?:find-person-anywhere|policy)\.ts$/,
  /^modules\/workspace\/settings\/operator\.ts$/,
  /^transport\/read-body\.ts$/,
];

const sources = readdirSync(server, { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.ts$/.test(file) && !/\.test\.ts$|^(?:test|bench)\//.test(file),
);
const textOf = (file: string): string => readFileSync(new URL(file, server), "utf8");

/** The argument text of each call, up to its closing bracket. */
function argumentsOf(text: string, call: RegExp): string[] {
  return [...text.matchAll(call)].map(({ index, 0: start }) => {
    let [at, depth] = [index + start.length, 1];
    for (; depth > 0 && at < text.length; at++) {
      if ("([{".includes(text[at] ?? "")) depth++;
      if (")]}".includes(text[at] ?? "")) depth--;
    }
    return text.slice(index + start.length, at - 1);
  });
}

it("every refusal with a description of its own has a reason, which pages say in their language", () => {
  const refusals = sources.flatMap((file) =>
    argumentsOf(textOf(file), /new ApiError\(|super\((?="[A-Z_]+",)/g).map((text) => ({ file, text })),
  );
  expect(refusals.length).toBeGreaterThan(200);
  const unsaid = refusals.filter(
    ({ file, text }) => /\bdescription\b/.test(text) && !withoutPages.some((one) => one.test(file)),
  );
  expect(unsaid.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
});

it("every reason is thrown somewhere", () => {
  const all = sources
    .filter((file) => file !== "kernel/reasons.ts")
    .map(textOf)
    .join("\n");
  expect(Object.keys(reasons).filter((key) => !all.includes(`"${key}"`))).toEqual([]);
});

const namesIn = (elements: readonly MessageFormatElement[]): string[] =>
  elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    if (element.type === TYPE.select || element.type === TYPE.plural)
      return [element.value, ...Object.values(element.options).flatMap(({ value }) => namesIn(value))];
    return "value" in element ? [String(element.value)] : [];
  });

/** Values that only the pages' words have. */
const besides: Partial<Record<ReasonKey, string[]>> = {
  approvedBy: ["known"],
  approvedLevel1By: ["known"],
  deniedBy: ["known"],
  codesOften: ["minutes"],
  testsOften: ["minutes"],
  uncoveredPeople: ["names", "count"],
};

it.each(readdirSync(pages))("every reason has words in %s, with values that it has", (language) => {
  const file = new URL(`${language}/faults.json`, pages);
  const words = (JSON.parse(readFileSync(file, "utf8")) as { because: Record<string, string> }).because;
  expect(Object.keys(words).sort()).toEqual(Object.keys(reasons).sort());
  for (const key of Object.keys(reasons) as ReasonKey[]) {
    const given = [...reasons[key].matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect([...given, ...(besides[key] ?? [])], `${language} ${key}`).toEqual(
      expect.arrayContaining(namesIn(parse(words[key] ?? ""))),
    );
    if (language !== "en") expect(words[key], key).not.toBe(reasons[key]);
  }
});

it("the API says a reason in English, with its values", () => {
  expect(because("closedAlready", { date: "2026-12-31" })).toEqual({
    description: "The days up to 2026-12-31 are closed already.",
    reason: { key: "closedAlready", values: { date: "2026-12-31" } },
  });
});
