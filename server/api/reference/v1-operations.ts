import { leaveStatuses, userStatuses } from "@/drizzle/schema/values";
import type { Settings } from "@/server/kernel/env";
import { leaveExpansions } from "@/server/modules/leaves/schema";
import { userExpansions } from "@/server/modules/people/schema";
import { type V1Endpoint, v1Endpoints } from "../v1-endpoints";
import type { ErrorRow } from "./conditions";
import { type Field, fieldsOf } from "./fields";
import type { Components, JsonSchema } from "./json-schema";
import { quotaLimit, rateLimit } from "./limits";
import { type Operation, type OperationAnswer, slugOf } from "./operation";
import { codeSamples } from "./request-code";
import { sampleOf } from "./sample";
import { v1Records, v1SampleNames } from "./v1-records";
import { documentOf } from "./v2-operations";

/** What the sealed version's endpoints are called. */
const titles: Record<string, { operationId: string; title: string; description: string }> = {
  "/v1/departments": {
    operationId: "v1ListDepartments",
    title: "List departments (v1)",
    description: "Every department in the company. Not paginated.",
  },
  "/v1/locations": {
    operationId: "v1ListLocations",
    title: "List locations (v1)",
    description: "Every location in the company, sorted by name.",
  },
  "/v1/labels": {
    operationId: "v1ListLabels",
    title: "List labels (v1)",
    description: "Every label in the company, sorted by name.",
  },
  "/v1/leave-types": {
    operationId: "v1ListLeaveTypes",
    title: "List leave types (v1)",
    description: "Every leave type in the company, including inactive ones, sorted by position.",
  },
  "/v1/leaves": {
    operationId: "v1ListLeaves",
    title: "List leaves (v1)",
    description: "Leaves in a date range, sorted by start date. v1 doesn't include free text.",
  },
  "/v1/users": {
    operationId: "v1ListUsers",
    title: "List users (v1)",
    description: "The people in the company, in the order they were added.",
  },
};

const parameter = (name: string, type: string, description: string, facts: string[] = []): Field => ({
  name,
  type,
  isRequired: false,
  description,
  facts,
  fields: [],
});
const list = (values: readonly string[]): string =>
  `Comma-separated: ${values.map((value) => `\`${value}\``).join(", ")}`;

const limit = (minimum: number, maximum: number, fallback: number) =>
  parameter("limit", "integer", "Values outside the range are clamped.", [
    `${minimum} to ${maximum}`,
    `Default \`${fallback}\``,
  ]);
const nextToken = parameter(
  "nextToken",
  "string",
  "The `nextToken` from the previous page. Keep all other parameters the same. Invalid tokens are ignored.",
);
const everything = [limit(1, 1000, 1000), nextToken];
const aPage = [limit(25, 500, 300), nextToken];

const parameters: Record<string, Field[]> = {
  "/v1/departments": [],
  "/v1/locations": everything,
  "/v1/labels": everything,
  "/v1/leave-types": everything,
  "/v1/leaves": [
    parameter("startDate", "string (date)", "Only leaves that end on or after this day."),
    parameter("endDate", "string (date)", "Only leaves that start on or before this day."),
    parameter("status", "string", `${list(leaveStatuses)}.`, ["Default `APPROVED`"]),
    parameter("expand", "string", `${list(leaveExpansions)}.`),
    ...aPage,
  ],
  "/v1/users": [
    parameter("status", "string", `${list(userStatuses)}.`, ["Default `ACTIVE`"]),
    parameter("locations", "string", "Comma-separated IDs."),
    parameter("departments", "string", "Comma-separated IDs."),
    parameter("labels", "string", "Comma-separated IDs or names."),
    parameter("expand", "string", `${list(userExpansions)}.`),
    ...aPage,
  ],
};

/** v1 has no codes: the message is what there is to go by. */
function errorsOf(required: readonly string[]): ErrorRow[] {
  const missing = required.map((name) => `\`${name}\` is missing or empty.`);
  return [
    ...(missing.length > 0
      ? [
          {
            code: `"${required[0]}" is required`,
            status: 400,
            conditions: missing,
            resolution: "Send both dates.",
          },
        ]
      : []),
    {
      code: "Forbidden",
      status: 403,
      conditions: ["The key is missing, unknown or deleted, or it is a v2 key."],
      resolution: "Send the v1 key as `x-api-key`. You can't create new v1 keys: use v2 instead.",
    },
    {
      code: "Too Many Requests",
      status: 429,
      conditions: ["The key went over its rate limit, burst or monthly quota."],
      resolution:
        "Retry with exponential backoff and jitter. If the quota is used up, wait until next month (UTC).",
    },
    {
      code: "Internal server error",
      status: 500,
      conditions: ["Something went wrong on our side."],
      resolution: "Try again. If it keeps happening, send the request ID to support.",
    },
  ];
}

const dates: Record<string, string> = { startDate: "2026-11-01", endDate: "2026-11-30" };

/** A list in v1's envelope. */
const listOf = (item: JsonSchema, isPaged: boolean): JsonSchema => ({
  type: "object",
  properties: {
    status: { type: "string", const: "ok" },
    data: { type: "array", items: item },
    ...(isPaged && { nextToken: { type: "string", description: "Absent on the last page." } }),
  },
  required: ["status", "data"],
});

/** What a list answers: its fields, and a sample of one item. */
function answerOf(path: string, isPaged: boolean, schemas: Components): OperationAnswer {
  const item = v1Records[path]?.(schemas) ?? {};
  const name = v1SampleNames[path] ?? "";
  const one = sampleOf({ $ref: `#/components/schemas/${name}` }, { ...schemas, [name]: item }, "answer");
  return {
    status: 200,
    description: "OK",
    headers: [],
    fields: fieldsOf(listOf(item, isPaged), schemas),
    sample: JSON.stringify({ status: "ok", data: [one] }, null, 2),
  };
}

function operationOf({ path, required }: V1Endpoint, schemas: Components, settings: Settings): Operation {
  const { operationId, title, description } = titles[path] ?? {
    operationId: path,
    title: path,
    description: "",
  };
  const queryParameters = (parameters[path] ?? []).map((one) => ({
    ...one,
    isRequired: required.includes(one.name),
  }));
  const isPaged = queryParameters.some(({ name }) => name === "nextToken");
  return {
    slug: slugOf(operationId),
    title,
    version: "v1",
    group: "v1 (sealed)",
    operationId,
    method: "GET",
    path,
    description,
    scope: "legacy",
    plan: null,
    roles: [],
    pathParameters: [],
    queryParameters,
    headerParameters: [],
    body: null,
    answers: [answerOf(path, isPaged, schemas)],
    errors: errorsOf(required),
    limits: [`Counts toward the key's limits: ${rateLimit}, and ${quotaLimit}.`],
    samples: codeSamples({
      method: "GET",
      url: `${settings.baseUrl}${path}${required.length > 0 ? `?${new URLSearchParams(dates)}` : ""}`,
      key: { header: "x-api-key", scheme: "", variable: "TIMEAWAY_V1_KEY" },
      isIdempotent: false,
    }),
    tryParameters: queryParameters.map(({ name, isRequired }) => ({
      name,
      in: "query",
      isRequired,
      example: dates[name] ?? "",
    })),
  };
}

/** The six operations of the sealed version. */
export function v1Operations(settings: Settings): Operation[] {
  const { schemas } = documentOf(settings).components;
  return v1Endpoints.map((endpoint) => operationOf(endpoint, schemas, settings));
}
