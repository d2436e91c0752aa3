import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import de from "@/app/_i18n/messages/de/import.json";
import en from "@/app/_i18n/messages/en/import.json";
import es from "@/app/_i18n/messages/es/import.json";
import fr from "@/app/_i18n/messages/fr/import.json";
import pt from "@/app/_i18n/messages/pt/import.json";
import { sentenceOf } from "@/app/_kit/form/fault-words";
import { pageLanguages } from "@/drizzle/schema/values";
import { OpeningImportRow } from "@/server/modules/leave/entitlements/schema";
import { HoursImportRow } from "@/server/modules/leave/hours-worked/schema";
import { LeaveImportRow } from "@/server/modules/leave/requests/schema";
import { UserImportRow } from "@/server/modules/people/import/schema";
import { columnsFor } from "@/server/modules/workspace/imports/columns";
import { importKinds, layouts } from "@/server/modules/workspace/imports/layouts";
import { read } from "@/server/transport/validate";
import { mutantsOf } from "./mutants";

const words = { de, en, es, fr, pt };

it.each(pageLanguages)("a template in %s is understood in any language", (language) => {
  const fields = words[language].fields as Record<string, string>;
  for (const kind of importKinds) {
    const { columns } = layouts[kind];
    const names = columns.filter(({ isHidden }) => !isHidden).map(({ name }) => name);
    const header = names.map((name) => fields[name] ?? "");
    const expected = Object.fromEntries(names.map((name, at) => [name, at]));
    expect(columnsFor(layouts[kind], header)).toEqual(expected);
  }
});

/** Files with the error messages of imports about a row. */
const sources = [
  "people/import/judge-import.ts",
  "people/import/find-reference-faults.ts",
  "people/import/schema.ts",
  "leave/requests/import-plan.ts",
  "leave/requests/import-parts.ts",
  "leave/requests/import-references.ts",
  "leave/requests/policy.ts",
  "leave/requests/schema.ts",
  "people/people/schema.ts",
  "leave/entitlements/schema.ts",
  "leave/entitlements/import-openings.ts",
  "leave/entitlements/adjust-balance.ts",
  "leave/hours-worked/schema.ts",
  "leave/hours-worked/policy.ts",
  "leave/hours-worked/import-hours.ts",
];
/** Messages of single writes, or about more than a row. */
const elsewhere =
  /role|new leave|managedLocationIds|department\.|reverse|at this user's location|adjustment|Must not repeat/;

function sentencesIn(source: string): string[] {
  const text = readFileSync(new URL(`../modules/${source}`, import.meta.url), "utf8");
  const said = /(?:message: |message = |error: |fault\(|refine\([^"`]*?, )(["`])((?:(?!\1).)+\.)\1/g;
  return [...text.matchAll(said)].map((match) => match[2] ?? "").filter((one) => !elsewhere.test(one));
}

/** Sample values for placeholders, one of each kind. */
const values = ["7", "2026-11-20", "half hours", "location", "leave-01985f4e", "row 7"];
const isKnown = (sentence: string): boolean =>
  values.some((value) => sentenceOf(sentence.replace(/\$\{[^}]+\}/g, value)) !== null);

it("every sentence of an import about a row has words on the page", () => {
  const said = sources.flatMap(sentencesIn);
  expect(said.length).toBeGreaterThan(35);
  for (const schema of [UserImportRow, LeaveImportRow, OpeningImportRow, HoursImportRow])
    for (const value of mutantsOf(schema))
      said.push(...(read(schema, value).faults ?? []).map(({ message }) => message));
  expect([...new Set(said)].filter((sentence) => !isKnown(sentence))).toEqual([]);
});
