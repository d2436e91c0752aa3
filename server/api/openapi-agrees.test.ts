import { Ajv2020 } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { expect, it } from "vitest";
import type { z } from "zod";
import { eventTypes } from "@/drizzle/schema/values";
import { targetOf } from "@/server/modules/integrations/webhooks/url-guard";
import { apiDocument } from "@/server/test/api-client";
import { mutantsOf } from "@/server/test/mutants";
import type { Endpoint } from "@/server/transport/endpoint";
import { read } from "@/server/transport/validate";
import { v2Endpoints } from "./endpoints";
import type { Components, JsonSchema } from "./reference/json-schema";
import { resolve } from "./reference/json-schema";
import { sampleOf } from "./reference/sample";

const ajv = addFormats.default(new Ajv2020({ strict: false }));
ajv.addSchema({ ...apiDocument, $id: "api" });
const components = apiDocument.components?.schemas as unknown as Components;

const pointerOf = ({ path, method }: Endpoint, rest: string) =>
  `api#/paths/${path.replaceAll("/", "~1").replace(/[{}]/g, encodeURIComponent)}/${method.toLowerCase()}/${rest}`;

const allows = (endpoint: Endpoint) =>
  ajv.compile({ $ref: pointerOf(endpoint, "requestBody/content/application~1json/schema") });

type Described = { requestBody?: { content: Record<string, { schema: JsonSchema }> } };

function bodySchema({ path, method }: Endpoint): JsonSchema {
  const paths = apiDocument.paths as Record<string, Record<string, Described>>;
  return paths[path]?.[method.toLowerCase()]?.requestBody?.content["application/json"]?.schema ?? {};
}

/** A body of each shape, as the reference shows it. */
const samplesOf = (schema: JsonSchema): Record<string, unknown>[] =>
  (resolve(schema, components).oneOf ?? [schema]).map(
    (shape) => sampleOf(shape, components, "request") as Record<string, unknown>,
  );

/** The value after JSON serialization; undefined for what JSON cannot represent. */
function asJson(value: unknown): unknown {
  const text = JSON.stringify(value);
  return /1e300|null/.test(text) || text === JSON.stringify(JSON.parse(text)) ? JSON.parse(text) : undefined;
}

const withBody = v2Endpoints.filter((endpoint) => endpoint.body !== undefined);

/** Their verbs check the merged result, except fields of another frequency (requirement, "Update a notification"). */
const mergedFirst = ["updateNotification", "updateScheduledReport"];

/** Whether the verb refuses the value with its own code. */
function isRefusedByVerb({ tag }: Endpoint, value: unknown): boolean {
  if (tag !== "Webhooks") return false;
  const { url, events } = value as { url?: string; events?: string[] };
  const isKnown = (type: string) => (eventTypes as readonly string[]).includes(type);
  return (
    (url !== undefined && targetOf(url, []) === null) ||
    (events !== undefined && (events.length === 0 || !events.every(isKnown)))
  );
}

/** Rules without a keyword in JSON Schema, with their wording in the document. */
const inWords: readonly [message: RegExp, words: RegExp][] = [
  [/well-formed Unicode/, /well-formed Unicode/],
  [/IANA time zone/, /IANA time zone/],
  [/HTML or script/, /HTML or script/],
  [/not be before startDate/, /`endDate` must not be before `startDate`/],
  [/less than 366 days after startDate/, /less than 366 days after it/],
  [/only for part days|required for a part day|after the start/, /only for a part day/],
  [/with the role|for the role/, /Neither is accepted with another role/],
  [/repeat an address/, /only once \(case-insensitive\)/],
];

const wordsOf = (schema: JsonSchema): string => {
  const text = JSON.stringify(schema);
  const inner = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(
    ([, name]) => components[name ?? ""] ?? {},
  );
  return [text, ...inner.map(wordsOf), apiDocument.info.description].join("\n");
};

const isSaid = (message: string, words: string): boolean =>
  inWords.some(([ours, theirs]) => ours.test(message) && theirs.test(words));

it("every sample of the reference is allowed by the document and accepted by the server", () => {
  for (const endpoint of withBody)
    for (const sample of samplesOf(bodySchema(endpoint))) {
      const validate = allows(endpoint);
      const { faults } = read(endpoint.body as z.ZodType, sample);
      const found = [endpoint.operationId, validate(sample) || validate.errors, faults];
      expect(found).toEqual([endpoint.operationId, true, null]);
    }
});

it("400 for what the document forbids, and only for that or what it says in words", () => {
  const tooStrict = new Set<string>();
  const unsaid = new Set<string>();
  let count = 0;
  for (const endpoint of withBody.filter(({ operationId }) => !mergedFirst.includes(operationId))) {
    const schema = bodySchema(endpoint);
    const validate = allows(endpoint);
    const words = wordsOf(schema);
    const mutants = samplesOf(schema).flatMap((sample) => mutantsOf(endpoint.body as z.ZodType, sample));
    for (const mutant of mutants) {
      const value = asJson(mutant);
      if (value === undefined) continue;
      count++;
      const { faults } = read(endpoint.body as z.ZodType, value);
      const isAllowed = validate(value);
      if (isAllowed)
        for (const { path, message } of (faults ?? []).filter((fault) => !isSaid(fault.message, words)))
          unsaid.add(`${endpoint.operationId} ${path.replace(/\.\d+/g, ".*")}: ${message}`);
      else if (!faults && !isRefusedByVerb(endpoint, value))
        for (const { instancePath, message } of validate.errors ?? [])
          tooStrict.add(`${endpoint.operationId} ${instancePath} ${message}`);
    }
  }
  expect(count).toBeGreaterThan(3000);
  expect([...tooStrict]).toEqual([]);
  expect([...unsaid]).toEqual([]);
});
