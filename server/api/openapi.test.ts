import { expect, it } from "vitest";
import { eventTypes } from "@/drizzle/schema/values";
import { v2Endpoints } from "./endpoints";
import { openApiDocument } from "./openapi";

const document = openApiDocument(v2Endpoints, {
  baseUrl: "https://api.example.com",
  appUrl: "https://app.example.com",
});
const schemas = Object.keys(document.components?.schemas ?? {});

type Documented = { responses: Record<string, unknown>; "x-operation-result"?: { $ref: string } };
const operations = Object.values(document.paths ?? {}).flatMap((item) =>
  Object.values(item as Record<string, Documented & { operationId: string }>),
);

it("202 is the only success of bulk work, and its result's shape is named", () => {
  const bulk = v2Endpoints.filter(({ write }) => write?.defer === "always");
  expect(bulk.map(({ operationId }) => operationId)).toEqual([
    "updateUsers",
    "importUsers",
    "erasePersonalData",
    "importLeaves",
    "bookCompanyLeave",
    "undoCompanyLeave",
    "importOpeningBalances",
    "importHoursWorked",
    "setWorkPatterns",
  ]);
  for (const { operationId } of bulk) {
    const found = operations.find((operation) => operation.operationId === operationId);
    const statuses = Object.keys(found?.responses ?? {}).filter((status) => status < "300");
    expect(statuses, operationId).toEqual(["202"]);
    expect(JSON.stringify(found), operationId).not.toContain("parameters/Prefer");
    expect(schemas).toContain(found?.["x-operation-result"]?.$ref.split("/").at(-1));
  }
});

it("404 of an unknown path promises no limits: no key was checked", () => {
  const stray = document.components?.responses?.UnknownPath as { headers: object };
  expect(Object.keys(stray.headers)).toEqual(["X-Request-Id"]);
});

it("every reference in the document resolves", () => {
  const text = JSON.stringify(document);
  const names = [...text.matchAll(/"#\/components\/schemas\/([A-Za-z0-9]+)"/g)].map(([, name]) => name);
  expect(new Set(names.filter((name) => !schemas.includes(name ?? "")))).toEqual(new Set());
});

type Schema = { properties?: Record<string, Schema>; items?: Schema; [keyword: string]: unknown };
const byName = (document.components?.schemas ?? {}) as Record<string, Schema>;
const schemaOf = (name: string): Schema | undefined => byName[name];

/** Every object in a part of the document. */
const nodesOf = (node: unknown): Schema[] =>
  typeof node === "object" && node !== null ? [node as Schema, ...Object.values(node).flatMap(nodesOf)] : [];

type Operation = { requestBody?: object; responses: object };
const everyOperation = Object.values(document.paths ?? {}).flatMap((item) =>
  Object.values(item as Record<string, Operation>),
);

/** A part of the document, and everything it refers to. */
function reachableFrom(parts: unknown, seen = new Set<string>()): Schema[] {
  return nodesOf(parts).flatMap((node) => {
    const { $ref } = node;
    if (typeof $ref !== "string" || seen.has($ref)) return [node];
    seen.add($ref);
    const target = $ref
      .slice(2)
      .split("/")
      .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document);
    return [node, ...reachableFrom(target, seen)];
  });
}

it("answers are open, so that v2 may get more fields", () => {
  const closed = reachableFrom(everyOperation.map(({ responses }) => responses)).filter(
    ({ additionalProperties }) => additionalProperties === false,
  );
  expect(closed).toEqual([]);
});

it("requests are closed: each object, or each form of it", () => {
  const open = reachableFrom(everyOperation.map(({ requestBody }) => requestBody)).filter(
    ({ type, additionalProperties, oneOf, anyOf }) =>
      type === "object" && additionalProperties === undefined && !oneOf && !anyOf,
  );
  expect(open).toEqual([]);
});

it("no property's schema is true or false, and a server's variable has only its default: generators fail on them", () => {
  const schemas = nodesOf(document).flatMap(({ properties }) => Object.values(properties ?? {}));
  expect(schemas.filter((schema) => typeof schema === "boolean")).toEqual([]);
  const variables = nodesOf(document.servers).flatMap((server) => Object.values(server.variables ?? {}));
  expect(variables).toEqual([{ default: "https://api.example.com" }]);
});

it("a PATCH must have at least one property", () => {
  const patches = schemas.filter((name) => name.endsWith("Patch"));
  expect(patches.length).toBeGreaterThan(7);
  for (const name of patches) expect([name, schemaOf(name)?.minProperties]).toEqual([name, 1]);
});

it("a webhook's events are at least one of the available ones", () => {
  for (const name of ["WebhookCreate", "WebhookPatch"])
    expect(schemaOf(name)?.properties?.events).toMatchObject({
      minItems: 1,
      items: { enum: [...eventTypes] },
    });
});

it("every ID has the pattern of its kind", () => {
  const ids = nodesOf(document).flatMap(({ examples, pattern }) => {
    const [, kind] = /^([a-zA-Z]+)-01985f4e-/.exec(Array.isArray(examples) ? String(examples[0]) : "") ?? [];
    return kind ? [[kind, pattern]] : [];
  });
  expect(ids.length).toBeGreaterThan(50);
  for (const [kind, pattern] of ids)
    expect([kind, pattern]).toEqual([
      kind,
      `^${kind}-[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`,
    ]);
});

it("an operation's result is the body of a write, including an import's", () => {
  const result = JSON.stringify(schemaOf("Operation")?.properties?.result);
  expect(result).toContain("#/components/schemas/OperationResultBody");
  const bodies = schemaOf("OperationResultBody")?.anyOf as Schema[];
  const records = bodies.map(({ properties }) => properties?.data?.$ref);
  for (const name of ["ImportResult", "Leave", "User", "Label", "Notification", "ScheduledReport"])
    expect(records).toContain(`#/components/schemas/${name}`);
});
