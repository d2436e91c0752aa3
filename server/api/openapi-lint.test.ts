import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectral, { type RulesetDefinition } from "@stoplight/spectral-core";
import Parsers from "@stoplight/spectral-parsers";
import { oas } from "@stoplight/spectral-rulesets";
import { expect, it } from "vitest";
import { v2Endpoints } from "./endpoints";
import { openApiDocument } from "./openapi";

/** The document as a fresh installation serves it. */
const text = JSON.stringify(
  openApiDocument(v2Endpoints, { baseUrl: "http://localhost:3000", appUrl: "http://localhost:3000" }),
);

it("the document has no warning of redocly's recommended rules, and describes every operation and parameter", async () => {
  const config = await createConfig({
    extends: ["recommended-strict"],
    rules: { "operation-description": "error", "parameter-description": "error" },
  });
  const problems = await lintFromString({ source: text, absoluteRef: "openapi.json", config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

it("the document has no warning of spectral's rules", async () => {
  const linter = new spectral.Spectral();
  linter.setRuleset({
    // Both packages belong to one project, but their types are incompatible.
    extends: [[oas as unknown as RulesetDefinition, "all"]],
    rules: {
      // Tags are in the order of the reference.
      "openapi-tags-alphabetical": "off",
      // The operator of an installation may have no contact address.
      "contact-properties": "off",
    },
  });
  const problems = await linter.run(new spectral.Document(text, Parsers.Json, "openapi.json"));
  expect(problems.map(({ code, message, path }) => [code, message, path.join("/")])).toEqual([]);
});
