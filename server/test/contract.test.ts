import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { scopes } from "@/server/access/scopes";
import { handleV1 } from "@/server/api/v1";
import { encodeId, idKinds } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { apiClient, apiDocument } from "@/server/test/api-client";
import {
  makeKey,
  makeKeys,
  makeLeave,
  makeLegacyKey,
  makeWorkspace,
  type TestKey,
  type TestRole,
  type TestWorkspace,
  testRoles,
} from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";
import { parseRequest } from "@/server/transport/parsed-request";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole | "poor", TestKey>;
let legacyKey: TestKey;
let realIds: string[];
const clock = standingClock();
/** A fixed seed, so that a red run means a change; `FUZZ_SEED` and `FUZZ_RUNS` widen the search. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_120);
const numRuns = Number(process.env.FUZZ_RUNS ?? 400);
const logged: unknown[] = [];

beforeAll(async () => {
  services = await testServices({ clock });
  services.log = { ...services.log, error: (line: unknown) => logged.push(line) } as never;
  workspace = await makeWorkspace(services);
  keys = {
    ...(await makeKeys(services, workspace)),
    poor: await makeKey(services, {
      workspaceId: workspace.id,
      ownerId: workspace.people.admin.id,
      scopes: scopes.filter((scope) => scope.startsWith("leaves")),
    }),
  };
  legacyKey = await makeLegacyKey(services, workspace.id);
  const leave = await makeLeave(services, workspace.people.user, { startDate: "2026-03-02" });
  realIds = [
    encodeId("leave", leave),
    encodeId("user", workspace.people.user.id),
    encodeId("location", workspace.locations.north),
    encodeId("department", workspace.departments.sales),
    encodeId("label", workspace.labels.remote),
    encodeId("leaveType", workspace.leaveTypes.vacation),
    encodeId("holiday", workspace.holidays.northNewYear),
  ];
});
afterAll(() => services.close());

/** The parts of JSON Schema that the document uses. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  minItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}
interface Operation {
  parameters?: ({ $ref?: string } & { name: string; in: string; schema: Schema })[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

function resolve<T extends { $ref?: string }>(node: T): T {
  if (!node.$ref) return node;
  return node.$ref
    .slice(2)
    .split("/")
    .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], apiDocument) as T;
}

const operations = Object.entries(apiDocument.paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
    path,
    method: method.toUpperCase(),
    operation,
  })),
);

const nasty = fc.constantFrom(
  "",
  " ",
  "0",
  "-1",
  "1e9",
  "NaN",
  "null",
  "true",
  "[]",
  "{}",
  "'",
  '"',
  "\\",
  "%",
  "%00",
  "\u0000",
  "\u202e",
  "\ud800",
  "😀",
  "<script>",
  "../../etc/passwd",
  "' or 1=1 --",
  "2026-02-30",
  "0000-00-00",
  "9999-12-31",
  "infinity",
  "-infinity",
  "epoch",
  ",",
  ",,,",
  "a".repeat(3000),
  "APPROVED,APPROVED",
  "__proto__",
  "constructor",
);
const anyText = fc.oneof(
  nasty,
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.string({ unit: "binary", maxLength: 10 }),
);
const someId = fc.oneof(
  fc.nat({ max: 6 }).map((i) => realIds[i] ?? ""),
  fc.tuple(fc.constantFrom(...idKinds), fc.uuid()).map(([kind, uuid]) => `${kind}-${uuid}`),
  anyText,
);

const rarely = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

/** An existing ID in place of an example ID; any other example unchanged. */
function realFor(example: unknown): fc.Arbitrary<unknown> {
  const kind = /^([a-zA-Z]+)-[0-9a-f]{8}-/.exec(String(example))?.[1];
  const real = realIds.filter((id) => id.startsWith(`${kind}-`));
  return real.length > 0 ? fc.constantFrom(...real) : fc.constant(example);
}

/** A valid or nearly valid value of the schema. */
function arbitraryOf(given: Schema, depth = 0): fc.Arbitrary<unknown> {
  const schema = resolve(given);
  const odd = fc.oneof(anyText, fc.jsonValue({ maxDepth: 2 }), fc.double());
  if (depth > 4) return odd;
  return fc.oneof({ weight: 14, arbitrary: validOf(schema, depth) }, { weight: 1, arbitrary: odd });
}

function validOf(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return fc.oneof(...choices.map((choice) => arbitraryOf(choice, depth + 1)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "object") return objectOf(schema, depth);
  if (type === "array") {
    const minLength = Math.min(schema.minItems ?? 0, 3);
    return fc.array(arbitraryOf(schema.items ?? {}, depth + 1), { minLength, maxLength: 3 });
  }
  if (type === "integer")
    return fc.oneof(
      {
        weight: 9,
        arbitrary: fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 40, 40) }),
      },
      { weight: 1, arbitrary: fc.maxSafeInteger() },
    );
  if (type === "number") return fc.oneof(fc.integer({ min: 0, max: 30 }), fc.double());
  if (type === "boolean") return fc.boolean();
  const fallback = fc.oneof(someId, anyText);
  if (!schema.examples?.length) return fallback;
  const like = fc.oneof(...schema.examples.map(realFor));
  return fc.oneof({ weight: 8, arbitrary: like }, { weight: 1, arbitrary: fallback });
}

function objectOf({ properties = {}, required = [] }: Schema, depth: number) {
  const fields = Object.entries(properties).map(([name, property]) => [
    name,
    arbitraryOf(property, depth + 1),
  ]);
  const shape = (requiredKeys: string[]) =>
    fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys });
  const object = fc.oneof({ weight: 9, arbitrary: shape(required) }, { weight: 1, arbitrary: shape([]) });
  return fc
    .tuple(object, rarely(rarely(anyText)))
    .map(([made, extra]) => (extra === undefined ? made : { ...made, [extra]: 1 }));
}

function pathOf(template: string, { parameters = [] }: Operation): fc.Arbitrary<string> {
  const schemas = parameters.map(resolve).filter((parameter) => parameter.in === "path");
  return fc.tuple(...schemas.map(({ schema }) => arbitraryOf(schema))).map((values) => {
    let i = 0;
    return template.replace(/\{[^}]+\}/g, () => encode(values[i++]));
  });
}

const pairs = fc.array(fc.tuple(anyText, anyText), { maxLength: 2 });

function queryOf({ parameters = [] }: Operation): fc.Arbitrary<string> {
  const known = parameters.map(resolve).filter((parameter) => parameter.in === "query");
  const record = fc.record(
    Object.fromEntries(known.map(({ name, schema }) => [name, rarely(arbitraryOf(schema))])),
  );
  return fc.tuple(record, rarely(pairs), fc.nat({ max: 9 })).map(([values, more, twice]) => {
    const given = Object.entries(values).filter(([, value]) => value !== undefined);
    const all = [...given, ...(more ?? []), ...(twice === 0 ? given.slice(0, 1) : [])];
    return all.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
  });
}

const encode = (value: unknown) =>
  encodeURIComponent(String(typeof value === "object" ? JSON.stringify(value) : value).toWellFormed());

/** Characters that a header can contain: others cannot be sent. */
const headerText = fc.oneof(
  fc.string({ unit: "grapheme-ascii", maxLength: 300 }),
  fc.constantFrom("", "é", "a,b", '"'),
);

const writeKey = fc.oneof({ weight: 3, arbitrary: fc.uuid() }, { weight: 1, arbitrary: headerText });
const behalf = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null).map(() => realIds[1] ?? "") },
  { weight: 1, arbitrary: headerText },
);
const preference = fc.oneof(
  fc.constantFrom("respond-async", "wait=1", "wait=x", "respond-async, wait=0"),
  headerText,
);

const headersOf = fc.record({
  "idempotency-key": rarely(writeKey),
  "x-on-behalf-of": rarely(behalf),
  prefer: rarely(preference),
  accept: rarely(fc.constantFrom("text/html", "*/*")),
  "x-request-id": rarely(fc.constantFrom("mine", "<b>")),
  "x-forwarded-host": rarely(fc.constant("evil.example")),
});

const bodyOf = ({ requestBody }: Operation): fc.Arbitrary<{ body?: string; type?: string }> => {
  const schema = requestBody?.content["application/json"]?.schema;
  const raw = fc.oneof(anyText, fc.json(), fc.constantFrom("{", "[]", '"x"', "{}", '{"a":1e400}', "﻿{}"));
  const type = fc.constantFrom(
    "application/json",
    "application/json; charset=utf-8",
    "text/plain",
    "multipart/form-data",
    "x",
  );
  const good = schema
    ? arbitraryOf(schema).map((value) => ({ body: JSON.stringify(value) ?? "", type: "application/json" }))
    : fc.constant({});
  return fc.oneof(
    { weight: 10, arbitrary: good },
    { weight: 1, arbitrary: fc.record({ body: raw, type }) },
    { weight: 1, arbitrary: fc.constant({}) },
  );
};

const someKey = fc.oneof(
  { weight: 12, arbitrary: fc.constant("admin" as const) },
  { weight: 4, arbitrary: fc.constantFrom(...testRoles) },
  {
    weight: 2,
    arbitrary: fc.constantFrom("poor" as const, "none" as const, "bad" as const, "legacy" as const),
  },
);

const known = fc.constantFrom(...operations).chain(({ method, path, operation }) =>
  fc.record({
    method: fc.oneof(
      { weight: 20, arbitrary: fc.constant(method) },
      {
        weight: 1,
        arbitrary: fc.constantFrom("GET", "POST", "PATCH", "DELETE", "PUT", "HEAD", "OPTIONS", "PROPFIND"),
      },
    ),
    path: pathOf(path, operation),
    query: queryOf(operation),
    headers: headersOf,
    content: bodyOf(operation),
    key: someKey,
  }),
);
const stray = fc.record({
  method: fc.constantFrom("GET", "POST", "PATCH", "DELETE", "HEAD"),
  path: fc
    .array(anyText, { maxLength: 4 })
    .map((parts) => `/v2/${parts.map((part) => encode(part)).join("/")}`),
  query: pairs.map((all) => all.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&")),
  headers: headersOf,
  content: fc.constant<{ body?: string; type?: string }>({}),
  key: someKey,
});

const plainOf = (key: TestRole | "poor" | "none" | "bad" | "legacy") => {
  if (key === "none") return undefined;
  if (key === "bad") return "svc_live_nonsense";
  return key === "legacy" ? legacyKey.plain : keys[key].plain;
};

function canSend(headers: Record<string, string | undefined>): Record<string, string> {
  const sendable: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && /^[\x20-\x7e\x80-\xff]*$/.test(value)) sendable[name] = value;
  return sendable;
}

it("generated requests: never 500, always the envelope and a request id, as documented", async () => {
  const api = apiClient(services);
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.oneof({ weight: 15, arbitrary: known }, { weight: 1, arbitrary: stray }),
      async (request) => {
        // Rate limits have separate tests: here every request finds a full bucket.
        clock.pass(200);
        const { method, path, query, headers, content, key } = request;
        const plain = plainOf(key);
        const hasBody = method !== "GET" && method !== "HEAD" && content.body !== undefined;
        const answer = await api.v2(method, query ? `${path}?${query}` : path, {
          ...(plain !== undefined && { key: plain }),
          headers: canSend({ ...headers, ...(hasBody && { "content-type": content.type }) }),
          ...(hasBody && { body: content.body?.toWellFormed() ?? "" }),
        });
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
        expect(logged.splice(0)).toEqual([]);
        expect(answer.status).toBeLessThan(500);
        expect(answer.text).not.toMatch(/<html|node_modules|\.ts:\d/i);
        expect(answer.headers.get("x-request-id")).not.toBe("mine");
      },
    ),
    { seed, numRuns },
  );
  // The generator is useless if every request is refused early.
  const enough = numRuns / 100;
  const times = (...statuses: number[]) => statuses.reduce((sum, status) => sum + (seen.get(status) ?? 0), 0);
  for (const status of [200, 400, 401, 403, 404, 405])
    expect([status, times(status) > enough]).toEqual([status, true]);
  expect(times(201, 202, 204)).toBeGreaterThan(enough);
}, 300_000);

it("generated v1 requests: never 500, always JSON of v1", async () => {
  const segments = fc.constantFrom("departments", "locations", "labels", "leave-types", "leaves", "users");
  const parameter = fc.constantFrom(
    "startDate",
    "endDate",
    "status",
    "expand",
    "limit",
    "nextToken",
    "locations",
    "labels",
  );
  const query = fc.array(fc.tuple(fc.oneof(parameter, anyText), fc.oneof(someId, anyText)), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(segments, query, fc.boolean(), async (segment, all, dated) => {
      clock.pass(200);
      const search = [
        ...(dated
          ? [
              ["startDate", "2026-01-01"],
              ["endDate", "2026-12-31"],
            ]
          : []),
        ...all,
      ]
        .map(([name, value]) => `${encode(name)}=${encode(value)}`)
        .join("&");
      const response = await handleV1(
        parseRequest(
          new Request(`http://localhost:3000/v1/${segment}?${search}`, {
            headers: { "x-api-key": legacyKey.plain },
          }),
          { ip: null, host: "localhost:3000" },
        ),
        services,
      );
      const body = await response.json();
      expect(logged.splice(0)).toEqual([]);
      if (response.status === 200) expect(body).toMatchObject({ status: "ok", data: expect.any(Array) });
      else
        expect([response.status, body]).toEqual([
          400,
          { status: "error", message: expect.stringMatching(/^"(startDate|endDate)" is required$/) },
        ]);
    }),
    { seed, numRuns: numRuns / 4 },
  );
}, 120_000);
