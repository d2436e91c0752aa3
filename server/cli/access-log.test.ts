import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { statement } from "@/server/kernel/database/db";
import type { Services } from "@/server/kernel/services";
import { createLog } from "@/server/kernel/telemetry/log";
import {
  makeKeys,
  makeLegacyKey,
  makeWorkspace,
  type TestKey,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { lockTable } from "@/server/test/lock-table";
import { type Served, serve } from "@/server/test/served";
import { consoleAsLines } from "./console-lines";

const lines: Record<string, unknown>[] = [];
const log = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
let served: Served;
let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let legacyKey: TestKey;

beforeAll(async () => {
  served = await serve({ log }, { SLOW_STATEMENT_MS: "100" });
  ({ services } = served);
  workspace = await makeWorkspace(services);
  keys = await makeKeys(services, workspace);
  legacyKey = await makeLegacyKey(services, workspace.id);
});
afterAll(() => served.close());

/** Sends a request and returns its log line. */
async function lineOf(path: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  const before = lines.length;
  const answer = await fetch(served.url + path, init);
  await answer.arrayBuffer();
  await expect.poll(() => lines.slice(before).some(({ msg }) => msg === "request")).toBe(true);
  const found = lines.slice(before).filter(({ msg }) => msg === "request");
  expect(found).toHaveLength(1);
  return { ...found[0], answered: answer.headers.get("x-request-id") };
}

it("a request is one line at info: its key, its outcome and its duration", async () => {
  const headers = { authorization: `Bearer ${keys.admin.plain}` };
  const line = await lineOf("/v2/departments?limit=1", { headers });
  expect(line).toMatchObject({
    ...{ level: 30, api: "v2", method: "GET", path: "/v2/departments", status: 200 },
    ...{ workspaceId: workspace.id, keyId: keys.admin.id, requestId: line.answered },
  });
  expect(line.durationMs).toBeGreaterThan(0);
});

it("no line has secrets: neither from a query nor a path nor a header", async () => {
  const secret = "s3cr3t".repeat(5);
  const key = keys.admin.plain;
  await lineOf(`/v2/departments?api_key=${key}`, { headers: { authorization: `Bearer ${key}` } });
  await lineOf(`/v2/${key}/x`);
  await lineOf(`/v1/${legacyKey.plain}`, { headers: { "x-api-key": legacyKey.plain } });
  await lineOf(`/ical/${secret}/away.ics`);
  await lineOf(`/decide/${secret}`);
  await lineOf(`/set-up/${secret}`);
  await lineOf(`/oauth/token?code=${secret}`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "authorization_code", code: secret }),
  });
  const written = JSON.stringify(lines);
  for (const hidden of [secret, key, legacyKey.plain]) expect(written).not.toContain(hidden);
});

it("a request whose client has left is a line with 499", async () => {
  const before = lines.length;
  const held = await lockTable("labels");
  const leaving = new AbortController();
  const asked = fetch(`${served.url}/v2/labels`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${keys.admin.plain}`,
      "content-type": "application/json",
      "idempotency-key": "left",
    },
    signal: leaving.signal,
    body: JSON.stringify({ name: "Blue", color: "0000ff" }),
  });
  await held.waiting(1);
  leaving.abort();
  await expect(asked).rejects.toThrow();
  await expect.poll(() => lines.slice(before).map(({ status }) => status)).toContain(499);
  await held.release();
});

it("a slow statement is one line at warn: its text without values, its pool and its duration", async () => {
  const before = lines.length;
  const slow = statement(
    sql`select pg_sleep(${sql.placeholder("seconds")}::float8), ${sql.placeholder("name")}::text`,
  );
  await slow(services.db, { seconds: 0.15, name: "Ann Example" });
  await slow(services.db, { seconds: 0, name: "Ann Example" });
  const found = lines.slice(before).filter(({ msg }) => msg === "slow statement");
  expect(found).toMatchObject([
    { level: 40, pool: "main", statement: "select pg_sleep($1::float8), $2::text" },
  ]);
  expect(found[0]?.durationMs).toBeGreaterThanOrEqual(150);
  expect(JSON.stringify(found)).not.toContain("Ann Example");
});

it("console output becomes lines of JSON, none of them empty", () => {
  const before = lines.length;
  const { log: own, info, debug } = console;
  try {
    consoleAsLines(log);
    console.log("\nTimeaway  %s\n\nDemo v1 key\n  legacy1\n", "http://localhost:3000");
  } finally {
    Object.assign(console, { log: own, info, debug });
  }
  expect(lines.slice(before).map(({ msg }) => msg)).toEqual([
    "Timeaway  http://localhost:3000",
    "Demo v1 key",
    "legacy1",
  ]);
});
