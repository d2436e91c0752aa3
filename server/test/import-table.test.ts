import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import de from "@/app/_i18n/messages/de/import.json";
import en from "@/app/_i18n/messages/en/import.json";
import { sentenceOf } from "@/app/_resource/fault-words";
import { findMissing, remainingFaults } from "@/app/(web)/dashboard/settings/import/find-missing";
import { pageLanguages } from "@/drizzle/schema/values";
import { OpeningImportRow } from "@/server/modules/entitlements/schema";
import { columnsFor } from "@/server/modules/imports/columns";
import { importKinds, layouts } from "@/server/modules/imports/layouts";
import { LeaveImportRow } from "@/server/modules/leaves/schema";
import { UserImportRow } from "@/server/modules/people/schema";
import { read } from "@/server/transport/validate";
import { mutantsOf } from "./mutants";

const words = { de, en };

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
  "people/import-users.ts",
  "leaves/import-plan.ts",
  "leaves/import-parts.ts",
  "leaves/import-references.ts",
  "leaves/policy.ts",
  "leaves/schema.ts",
  "people/schema.ts",
  "entitlements/schema.ts",
  "entitlements/import-openings.ts",
  "entitlements/adjust-balance.ts",
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
  for (const schema of [UserImportRow, LeaveImportRow, OpeningImportRow])
    for (const value of mutantsOf(schema))
      said.push(...(read(schema, value).faults ?? []).map(({ message }) => message));
  expect([...new Set(said)].filter((sentence) => !isKnown(sentence))).toEqual([]);
});

it("a missing name is listed once, regardless of case; other faults are not listed", () => {
  const fault = (row: number, path: string, message: string) => ({ row, errors: [{ path, message }] });
  const department = "Must be a department you can access.";
  const rows = [
    { department: "Design" },
    { department: "DESIGN" },
    { department: "Sales", labels: ["A", "B"] },
    { location: "Wien", email: "x" },
  ];
  const failed = [
    fault(0, "department", department),
    fault(1, "department", department),
    fault(2, "labels.1", "Must be a label in this workspace."),
    fault(3, "location", "Must be a location you can access."),
    fault(3, "email", "Must be an email address."),
  ];
  expect(findMissing(rows, failed)).toEqual({ departments: ["Design"], labels: ["B"], locations: ["Wien"] });
});

it("a row that becomes valid once a department is created takes its address from later rows", () => {
  const noDepartment = { path: "department", message: "Must be a department you can access." };
  const rows = [
    { email: "ana@example.test", department: "Design" },
    { email: "Ana@example.test" },
    { email: "ana@example.test", department: "Design" },
  ];
  const failed = [0, 2].map((row) => ({ row, errors: [noDepartment] }));
  const names = findMissing(rows, failed);
  const after = (...kinds: "departments"[]) => remainingFaults(rows, failed, names, new Set(kinds));
  const same = (row: number) => ({ path: "email", message: `Is the same as in row ${row}.` });
  expect(after()).toEqual([
    { row: 0, errors: [noDepartment] },
    { row: 2, errors: [noDepartment, same(1)] },
  ]);
  expect(after("departments")).toEqual([
    { row: 1, errors: [same(0)] },
    { row: 2, errors: [same(0)] },
  ]);
});
