import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { type ApiAnswer, apiClient, apiDocument, type Refused } from "@/server/test/api-client";
import { makeKey, makeWorkspace, type TestKey, type TestWorkspace } from "@/server/test/factories";
import { plainWrites } from "@/server/test/plain-writes";
import { standingClock, testServices } from "@/server/test/services";
import type { Endpoint } from "@/server/transport/endpoint";

let services: Services;
let workspace: TestWorkspace;
let key: TestKey;
let api: ReturnType<typeof apiClient>;
const clock = standingClock();

beforeAll(async () => {
  services = await testServices({ clock });
  api = apiClient(services);
  workspace = await makeWorkspace(services);
  key = await makeKey(services, { workspaceId: workspace.id, ownerId: workspace.people.admin.id });
});
afterAll(() => services.close());

interface Property {
  type?: string | string[];
  $ref?: string;
  anyOf?: Property[];
  items?: Property;
  properties?: Record<string, Property>;
  required?: string[];
}
const at = (ref: string): Property =>
  ref
    .slice(2)
    .split("/")
    .reduce<unknown>((node, name) => (node as Record<string, unknown>)[name], apiDocument) as Property;

/** The body that the document declares: its fields, wherever they are declared. */
function bodyOf(endpoint: Endpoint): Property {
  const paths = apiDocument.paths as Record<string, Record<string, { requestBody?: object }>>;
  const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
  const content = operation?.requestBody as { content: Record<string, { schema: Property }> } | undefined;
  const schema = content?.content["application/json"]?.schema ?? {};
  return schema.$ref ? at(schema.$ref) : schema;
}

/** A path of this endpoint with ids of existing records. */
function pathOf({ path, params = {} }: Endpoint): string {
  const known: Record<string, string> = {
    department: workspace.departments.empty,
    location: workspace.locations.empty,
    label: workspace.labels.unused,
    leaveType: workspace.leaveTypes.old,
    holiday: workspace.holidays.northNewYear,
    user: workspace.people.northSeller.id,
  };
  return Object.entries(params).reduce<string>(
    (text, [name, kind]) => text.replace(`{${name}}`, encodeId(kind, known[kind] ?? newId())),
    path,
  );
}

const withBody = plainWrites.filter(({ body }) => body !== undefined);
const titleOf = ({ method, path }: Endpoint) => `${method} ${path}`;

async function sendRaw(endpoint: Endpoint, body: string): Promise<ApiAnswer<Refused>> {
  // One second refills ten requests of the key's bucket.
  clock.pass(1000);
  return api.v2<Refused>(endpoint.method, pathOf(endpoint), {
    key,
    body,
    headers: { "content-type": "application/json", "idempotency-key": newId() },
  });
}
const faultsOf = ({ body }: ApiAnswer<Refused>) =>
  (body.error?.details?.fields ?? []).map(({ path }) => path.split(".")[0]);

/** Fingerprints every row of every table, which reveals a partial write. Request counters and logs are left out: they are no write. */
async function fingerprint(): Promise<string> {
  const tables = await services.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in
      ('rate_counters', 'request_hours', 'request_error_hours', 'quota_warnings')
      and not starts_with(table_name, 'request_log') order by 1`);
  let all = "";
  for (const { name } of tables) {
    const [row] = await services.db.execute<{ hash: string }>(
      sql`select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as hash from ${sql.identifier(name)} t`,
    );
    all += `${name}:${row?.hash}\n`;
  }
  return all;
}

/** Values that no field of any body accepts, as JSON text. */
const unfit: Record<string, string> = {
  "an object with an unknown member": '{"nothing":{"here":1}}',
  "1e400": "1e400",
  "depth 10,000": `${"[".repeat(10_000)}${"]".repeat(10_000)}`,
  "a nested list of lists": "[[[[]]]]",
};

/** Strings that no text field accepts. */
const unfitTexts: Record<string, string> = {
  NUL: '"a\\u0000b"',
  "a lone surrogate": '"a\\ud800b"',
  "10,000 characters": JSON.stringify("x".repeat(10_000)),
};

/** The fields of a body in parts of which each, with long values, fits into a body. */
const inParts = <Field>(fields: readonly Field[]): Field[][] =>
  Array.from({ length: Math.ceil(fields.length / 8) || 1 }, (_, part) =>
    fields.slice(8 * part, 8 * part + 8),
  );

const isText = (property: Property): boolean =>
  property.type === "string" || (property.anyOf ?? []).some((one) => isText(one));

for (const endpoint of withBody)
  describe(titleOf(endpoint), () => {
    const schema = bodyOf(endpoint);
    const fields = Object.entries(schema.properties ?? {});

    it("400 for each invalid field, and nothing is written", async () => {
      const before = await fingerprint();
      for (const [name, value] of Object.entries(unfit))
        for (const sent of inParts(fields)) {
          const body = `{${sent.map(([field]) => `${JSON.stringify(field)}:${value}`).join(",")}}`;
          const answer = await sendRaw(endpoint, body);
          expect(answer.status, name).toBe(400);
          expect(answer.body.error.code, name).toBe("VALIDATION_ERROR");
          const reported = new Set(faultsOf(answer));
          // An array of anything passes as an import's rows, which are validated one by one when the import is carried out.
          const expected = sent.filter(([field]) => field !== "rows" || !value.startsWith("["));
          expect(
            expected.map(([field]) => field).filter((field) => !reported.has(field)),
            name,
          ).toEqual([]);
        }
      expect(await fingerprint()).toBe(before);
    });

    it("400 for text that cannot be stored", async () => {
      const before = await fingerprint();
      const texts = fields.filter(([, property]) => isText(property)).map(([field]) => field);
      for (const [name, value] of Object.entries(unfitTexts)) {
        for (const field of texts) {
          const answer = await sendRaw(endpoint, `{${JSON.stringify(field)}:${value}}`);
          expect([name, field, answer.status]).toEqual([name, field, 400]);
          expect(faultsOf(answer), `${name} ${field}`).toContain(field);
        }
      }
      expect(await fingerprint()).toBe(before);
    });

    it("400 for null, numbers as text and text as numbers, never 500", async () => {
      for (const [field] of fields)
        for (const value of ["null", '"12"', "12", "-1", "true", '""', "[]", "{}", '"2026-02-30"', "1e308"]) {
          const { status } = await sendRaw(endpoint, `{${JSON.stringify(field)}:${value}}`);
          expect([field, value, [200, 201, 202, 204, 400, 404, 409, 422, 403].includes(status)]).toEqual([
            field,
            value,
            true,
          ]);
        }
    });

    it("400 lists every missing field at once", async () => {
      const required = schema.required ?? [];
      if (required.length === 0) return;
      const answer = await sendRaw(endpoint, "{}");
      expect(answer.status).toBe(400);
      expect(faultsOf(answer).sort()).toEqual(expect.arrayContaining([...required].sort()));
    });

    it("400 for an unknown field, including __proto__ and constructor", async () => {
      const answer = await sendRaw(endpoint, '{"__proto__":{"a":1},"constructor":1,"nickname":"x"}');
      expect(answer.status).toBe(400);
      expect(faultsOf(answer)).toEqual(expect.arrayContaining(["__proto__", "constructor", "nickname"]));
    });

    it("400 for anything but a JSON object", async () => {
      for (const body of ["", "{", "[]", "null", '"text"', "1", '{"a":1}x', "\u0000", "NaN"]) {
        const answer = await sendRaw(endpoint, body);
        if (body === "" && endpoint.body?.safeParse(undefined).success) continue;
        expect([body, answer.status, answer.body.error.code]).toEqual([body, 400, "INVALID_REQUEST_BODY"]);
      }
      const type = await api.v2<Refused>(endpoint.method, pathOf(endpoint), {
        key,
        body: "{}",
        headers: { "content-type": "text/plain" },
      });
      expect(type.body.error.code).toBe("INVALID_REQUEST_BODY");
    });

    it("400 for a body that is too long", async () => {
      const size = (endpoint.maximumBodyBytes ?? 256 * 1024) + 1;
      const answer = await sendRaw(endpoint, `{"name":"${"x".repeat(size)}"}`);
      expect(answer.body.error.code).toBe("INVALID_REQUEST_BODY");
    });
  });

it("the last of two members with the same name counts, in the fingerprint too", async () => {
  const send = (body: string) =>
    api.v2("POST", "/v2/labels", {
      key,
      body,
      headers: { "content-type": "application/json", "idempotency-key": "twice" },
    });
  const first = await send('{"name":"First","name":"Second","color":"000000"}');
  expect(first.body).toMatchObject({ data: { name: "Second" } });
  const again = await send('{"color":"000000","name":"Second"}');
  expect(again.headers.get("idempotent-replayed")).toBe("true");
});

it("every write's schema refuses unknown fields", () => {
  for (const endpoint of withBody) {
    const parsed = (endpoint.body as z.ZodType).safeParse({ surelyUnknown: 1 });
    const keysOf = (issue: z.core.$ZodIssue) => (issue.code === "unrecognized_keys" ? issue.keys : []);
    expect([titleOf(endpoint), parsed.error?.issues.flatMap(keysOf) ?? []]).toEqual([
      titleOf(endpoint),
      ["surelyUnknown"],
    ]);
  }
});
