import { expect, it } from "vitest";
import { v2Endpoints } from "@/server/api/endpoints";
import { errorCodesOf } from "@/server/api/openapi-errors";
import { catalogue, type ErrorCode } from "@/server/kernel/errors";
import { apiDocument } from "./api-client";
import { sourceFiles } from "./source-files";

const codes = Object.keys(catalogue) as ErrorCode[];
const documented = JSON.stringify(apiDocument.components?.responses);

/** Codes in verbs and records; those of the pipeline's steps follow from the records (`errorCodesOf`). */
const used = new Set(
  sourceFiles(["server/modules"])
    .filter(({ path }) => !path.includes(".test."))
    .flatMap(({ text }) => [...text.matchAll(/"([A-Z][A-Z_]{4,})"/g)].map((match) => match[1] as ErrorCode))
    .filter((code) => codes.includes(code)),
);

it("every error code of a verb or a record is in the document", () => {
  const missing = [...used].filter((code) => !documented.includes(`"${code}"`));
  expect(missing).toEqual([]);
});

it("every code of a record is in the catalogue, with one status and a helpful text", () => {
  for (const endpoint of v2Endpoints)
    for (const code of errorCodesOf(endpoint)) expect(catalogue).toHaveProperty(code);
  for (const [status, name, description, resolution] of Object.values(catalogue)) {
    expect(status).toBeGreaterThanOrEqual(400);
    for (const text of [name, description, resolution]) expect(text.trim().length).toBeGreaterThan(5);
  }
});

it("the statuses match the specification", () => {
  const statusOf = Object.fromEntries(codes.map((code) => [code, catalogue[code][0]]));
  expect(statusOf).toMatchObject({
    VALIDATION_ERROR: 400,
    INVALID_REQUEST_BODY: 400,
    INVALID_IDEMPOTENCY_KEY: 400,
    NOTIFICATION_FREQUENCY_CHANGE_NOT_ALLOWED: 400,
    WEBHOOK_URL_INVALID: 400,
    WEBHOOK_EVENTS_INVALID: 400,
    UNAUTHORIZED: 401,
    INSUFFICIENT_SCOPE: 403,
    ON_BEHALF_OF_NOT_ALLOWED: 403,
    FORBIDDEN: 403,
    WEBHOOK_EVENTS_NOT_ALLOWED: 403,
    SCHEDULED_REPORTS_NOT_AVAILABLE: 403,
    RESOURCE_NOT_FOUND: 404,
    WEBHOOK_NOT_FOUND: 404,
    METHOD_NOT_ALLOWED: 405,
    CONFLICT: 409,
    IDEMPOTENCY_REQUEST_IN_PROGRESS: 409,
    IDEMPOTENCY_KEY_REUSED: 422,
    LEAVE_RULE_BROKEN: 422,
    LEAVE_NEGATIVE_BALANCE: 422,
    RATE_LIMITED: 429,
    QUOTA_EXCEEDED: 429,
    INTERNAL_ERROR: 500,
    SERVICE_UNAVAILABLE: 503,
  });
});

it("operation ids are unique, and every endpoint has a description", () => {
  const ids = v2Endpoints.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { summary, tag } of v2Endpoints) expect(summary && tag).toBeTruthy();
});
