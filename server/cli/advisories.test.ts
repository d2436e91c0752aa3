import { expect, it } from "vitest";
import { readAdvisories } from "./advisories.mjs";

const weakness = { title: "Reads any file", url: "https://advisories.example/1" };
const known = (severity: string) => ({ name: "a", severity, range: "<2", via: [weakness] });
const report = (vulnerabilities: object) => JSON.stringify({ auditReportVersion: 2, vulnerabilities });

it("refused with its title and address: a high or critical vulnerability, also through another package", () => {
  const through = { name: "b", severity: "critical", range: "*", via: ["a"] };
  expect(readAdvisories(report({ a: known("high"), b: through, c: known("moderate") }))).toEqual({
    faults: ["a <2 is high: Reads any file https://advisories.example/1", "b * is critical: through a"],
  });
  expect(readAdvisories(report({}))).toEqual({ faults: [] });
});

it.each([
  ["", "npm gave no report"],
  ["{}", "the registry has no advisories"],
  [JSON.stringify({ message: "405 Method Not Allowed" }), "405 Method Not Allowed"],
  [JSON.stringify({ error: { summary: "offline" } }), "offline"],
])("skipped when the registry doesn't answer: %s", (said, skipped) => {
  expect(readAdvisories(said)).toEqual({ skipped });
});
