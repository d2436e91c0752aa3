import { expect, it } from "vitest";
import { v2Endpoints } from "./endpoints";
import { openApiDocument } from "./openapi";

const document = openApiDocument(v2Endpoints, "https://api.example.com");
const schemas = Object.keys(document.components?.schemas ?? {});

type Documented = { responses: Record<string, unknown>; "x-operation-result"?: { $ref: string } };
const operations = Object.values(document.paths ?? {}).flatMap((item) =>
  Object.values(item as Record<string, Documented & { operationId: string }>),
);

it("202 is all that bulk work answers, and its result's shape is named", () => {
  const bulk = v2Endpoints.filter(({ write }) => write?.defer === "always");
  expect(bulk.map(({ operationId }) => operationId)).toEqual(["importUsers", "importLeaves"]);
  for (const { operationId } of bulk) {
    const found = operations.find((operation) => operation.operationId === operationId);
    const statuses = Object.keys(found?.responses ?? {}).filter((status) => status < "300");
    expect(statuses, operationId).toEqual(["202"]);
    expect(JSON.stringify(found), operationId).not.toContain("parameters/Prefer");
    expect(schemas).toContain(found?.["x-operation-result"]?.$ref.split("/").at(-1));
  }
});

it("404 of an unknown path promises no limits: no key has been looked at", () => {
  const stray = document.components?.responses?.UnknownPath as { headers: object };
  expect(Object.keys(stray.headers)).toEqual(["X-Request-Id"]);
});

it("every reference in the document leads somewhere", () => {
  const text = JSON.stringify(document);
  const names = [...text.matchAll(/"#\/components\/schemas\/([A-Za-z0-9]+)"/g)].map(([, name]) => name);
  expect(new Set(names.filter((name) => !schemas.includes(name ?? "")))).toEqual(new Set());
});
