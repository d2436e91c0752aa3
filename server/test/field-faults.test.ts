import { readdirSync, readFileSync } from "node:fs";
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { createFormatter, createTranslator } from "next-intl";
import { expect, it } from "vitest";
import { z } from "zod";
import de from "@/app/_i18n/messages/de/fields.json";
import { wordsOfFault } from "@/app/_kit/form/fault-words";
import { readBy } from "@/app/_kit/form/read-by";
import { ApiError, errorBody, invalid } from "@/server/kernel/errors";
import { type FieldFaultKey, fault, fieldFaults, rule } from "@/server/kernel/field-faults";
import { reasons } from "@/server/kernel/reasons";
import { newPasswordText, plainText } from "@/server/kernel/schema";
import { OpeningImportRow } from "@/server/modules/leave/entitlements/schema";
import { HoursImportRow } from "@/server/modules/leave/hours-worked/schema";
import { LeaveImportRow } from "@/server/modules/leave/requests/schema";
import { UserImportRow } from "@/server/modules/people/import/schema";
import { FirstWorkspace } from "@/server/modules/workspace/settings/schema";
import { asTrpcError, bodyOf, exactBody } from "@/server/transport/trpc-error";
import { read } from "@/server/transport/validate";
import { mutantsOf } from "./mutants";

const server = new URL("../", import.meta.url);
const pages = new URL("../../app/_i18n/messages/", import.meta.url);
const keys = Object.keys(fieldFaults) as FieldFaultKey[];

const namesIn = (elements: readonly MessageFormatElement[]): string[] =>
  elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    if (element.type === TYPE.select || element.type === TYPE.plural)
      return [element.value, ...Object.values(element.options).flatMap(({ value }) => namesIn(value))];
    return "value" in element ? [String(element.value)] : [];
  });

it.each(readdirSync(pages))("every fault of a field has words in %s, with values that it has", (language) => {
  const words: Record<string, string> = JSON.parse(
    readFileSync(new URL(`${language}/fields.json`, pages), "utf8"),
  );
  expect(Object.keys(words).sort()).toEqual([...keys].sort());
  for (const key of keys) {
    const given = [...fieldFaults[key].matchAll(/\{(\w+)/g)].map(([, name]) => name);
    expect(given, `${language} ${key}`).toEqual(expect.arrayContaining(namesIn(parse(words[key] ?? ""))));
  }
});

it("a fault that is a refusal, too, is said alike", () => {
  const both = { addressTaken: "emailTaken", closed: "closed", typeName: "typeName" } as const;
  for (const [key, reason] of Object.entries(both))
    expect(fieldFaults[key as keyof typeof both], key).toBe(reasons[reason]);
});

it("every fault of a field is found somewhere", () => {
  const all = readdirSync(server, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|^(?:test|bench)\/|field-faults\.ts$/.test(file))
    .map((file) => readFileSync(new URL(file, server), "utf8"))
    .join("\n");
  // The reasons of codes, and faults by what they are of.
  const byCode = ["itemsLeast", "itemsMost", "department", "location"];
  expect(keys.filter((key) => !byCode.includes(key) && !all.includes(`"${key}"`))).toEqual([]);
});

/** Files whose sentences no page's form meets. */
const pagesNeverShow: Readonly<Record<string, string>> = {
  "kernel/schema.ts": "IDs and timestamps that a page received",
  "modules/integrations/webhooks/list-events.ts": "The API's list of events",
  "modules/integrations/webhooks/schema.ts": "The API's list of events",
  "modules/leave/holidays/schema.ts": "Codes that a page received",
  "modules/leave/requests/preview.ts": "Findings, which the page says by their codes",
  "modules/leave/requests/schema.ts": "Fields between which the page chooses",
  "modules/messaging/push/schema.ts": "What a browser's push service gives",
  "modules/people/people/create-by-operator.ts": "The operator's command line",
};

const sentences = {
  atPath: /\bpath\b(?:[^{}]|\$\{[^}]*\})*?,\s*message: (["`])([^\n]*?)\1/g,
  ofIssue: /addIssue\(\{[^}]*?message: (["`])([^\n]*?)\1/g,
  ofError: /\berror: (["`])([A-Z][^"`\n]*\.)\1/g,
  // The lengths of texts and lists have the words of their kind.
  ofRule: /(?<!\.(?:min|max|length)\([^()]*)(?:,\s+)(["`])((?:Must|Is|Isn't|Has|Does) [^"`\n]*\.)\1/g,
};

/** The sentences of faults that a file writes itself, in place of a row of the table. */
function bareFaults(source: string): string[] {
  const { ofError, ofRule, ...others } = sentences;
  const wanted = [...Object.values(others), ...(/from "zod"/.test(source) ? [ofError, ofRule] : [])];
  return wanted.flatMap((sentence) => [...source.matchAll(sentence)].map(([, , text]) => text ?? ""));
}

it("a sentence at a field has a key for pages, unless no page can show it", () => {
  const found = readdirSync(server, { recursive: true, encoding: "utf8" })
    .filter(
      (file) => /^(?:modules|oauth)\/.*\.ts$|^kernel\/schema\.ts$/.test(file) && !/\.test\.ts$/.test(file),
    )
    .map((file) => [file, bareFaults(readFileSync(new URL(file, server), "utf8"))] as const)
    .filter(([, faults]) => faults.length > 0);
  expect(found.filter(([file]) => !(file in pagesNeverShow))).toEqual([]);
  expect(found.map(([file]) => file).sort()).toEqual(Object.keys(pagesNeverShow));
});

it("every kind of schema has words for what doesn't fit it", () => {
  const kinds = z.strictObject({
    word: z.literal("one"),
    date: z.iso.datetime(),
    positive: z.number().positive(),
    below: z.number().lt(3),
    step: z.number().multipleOf(2),
    either: z.union([z.number(), z.boolean()]),
    form: z.uuid(),
    custom: z.string().refine(() => false),
  });
  const given = { word: 1, date: "x", positive: 0, below: 3, step: 3, either: "", form: "x", custom: "" };
  const { faults } = read(kinds, given);
  expect(faults?.map(({ path, reason }) => [path, reason?.key])).toEqual([
    ["word", "only"],
    ["date", "timestamp"],
    ["positive", "above"],
    ["below", "below"],
    ["step", "multiple"],
    ["either", "forms"],
    ["form", "form"],
    ["custom", "notValid"],
  ]);
});

it.each([
  ["set-up", FirstWorkspace],
  ["people", UserImportRow],
  ["leave", LeaveImportRow],
  ["opening balances", OpeningImportRow],
  ["hours", HoursImportRow],
] as const)("whatever is wrong with a field of %s has a reason, which the page says", (_, schema) => {
  const faults = mutantsOf(schema).flatMap((value) => read(schema, value).faults ?? []);
  expect(faults.length).toBeGreaterThan(8);
  expect([...new Set(faults.filter(({ reason }) => !reason).map(({ message }) => message))]).toEqual([]);
});

it("a fault is the API's sentence, and its key with values for pages", () => {
  expect(fault("tooLongGrouped", { limit: 2000 })).toEqual({
    message: "Must have at most 2,000 characters.",
    reason: { key: "tooLongGrouped", values: { limit: 2000 } },
  });
  const { faults } = read(z.strictObject({ name: plainText(3), list: z.array(z.string()).max(1, "One.") }), {
    name: "long",
    list: ["a", "b"],
  });
  expect(faults).toEqual([
    { path: "name", ...fault("tooLong", { limit: 3 }) },
    { path: "list", message: "One.", reason: { key: "itemsMost", values: { limit: 1 } } },
  ]);
});

it("pages receive the reasons of faults, of a verb and of a schema; the API does not", () => {
  const refusal = invalid([{ path: "name", ...fault("empty") }]);
  const bare = { path: "name", message: "Must not be empty." };
  expect(errorBody(refusal, "req_1").details).toEqual({ fields: [bare] });
  expect(exactBody(refusal, "req_1").details).toEqual({ fields: [{ path: "name", ...fault("empty") }] });
  expect(bodyOf(asTrpcError(refusal), {}).details?.fields?.[0]?.reason?.key).toBe("empty");
  const other = new ApiError("CONFLICT", { details: { waitingCount: 2 } });
  expect(errorBody(other, "req_1").details).toEqual({ waitingCount: 2 });
});

it("a page says a fault in its language, with dates and rows as it has them; an unknown one as the API does", () => {
  const wordsOf = wordsOfFault({
    t: createTranslator({ locale: "de", messages: { fields: de }, namespace: "fields" }),
    format: createFormatter({
      locale: "de",
      timeZone: "UTC",
      formats: { dateTime: { day: { day: "2-digit", month: "2-digit", year: "numeric" } } },
    }),
    rowOf: (row) => row + 2,
  });
  expect(wordsOf(fault("tooLong", { limit: 2000 }))).toBe("Höchstens 2.000 Zeichen.");
  expect(wordsOf(fault("beforeDate", { date: "2027-03-31" }))).toBe("Darf nicht vor dem 31.03.2027 liegen.");
  expect(wordsOf(fault("sameAddress", { row: 3 }))).toBe("Ist wie in Zeile 5.");
  const later = { message: "Must be odd.", reason: { key: "odd" as FieldFaultKey, values: {} } };
  expect(wordsOf(later)).toBe("Must be odd.");
  expect(wordsOf({ message: "Must be even." })).toBe("Must be even.");
});

it("a form's own words stay; the server's rule behind them has its reason", () => {
  const form = z.object({
    name: z.string().min(1, "Enter a name."),
    password: newPasswordText,
    note: z.string().refine((text) => text !== "x", rule("zero")),
  });
  expect(readBy(form, { name: "", password: "short", note: "x" })).toEqual({
    faults: [
      { path: "name", message: "Enter a name." },
      { path: "password", ...fault("short", { limit: 12 }) },
      { path: "note", ...fault("zero") },
    ],
  });
});
