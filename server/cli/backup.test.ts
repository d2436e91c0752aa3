import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { Command } from "commander";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { migrate } from "@/drizzle/migrate";
import { auditEvents } from "@/drizzle/schema/audit";
import { requestLog } from "@/drizzle/schema/request-log";
import { newestMigration } from "@/server/kernel/database/newest-migration";
import type { Services } from "@/server/kernel/services";
import { flushRequestLog } from "@/server/modules/integrations/request-log/note";
import { deleteOldRequests } from "@/server/modules/integrations/request-log/sweep";
import { readBalances } from "@/server/modules/leave/balances/read";
import { canReadSigningKeys } from "@/server/oauth/keys/keyring";
import { ensureSigningKeys } from "@/server/oauth/keys/signing-keys";
import { apiClient, type Single } from "@/server/test/api-client";
import { makeKeys, makeLeave, type TestKey, type TestWorkspace } from "@/server/test/factories";
import { as, makeLeaveWorkspace } from "@/server/test/leave-kit";
import { testServices } from "@/server/test/services";
import { backupCommands } from "./commands/backup";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres";

let folder: string;
let file: string;
let server: EmbeddedPostgres;
let services: Services;
let workspace: TestWorkspace;
let key: TestKey;
let rows: Record<string, number>;

const inFolder = (...names: string[]) => path.join(folder, ...names);
const start = (dataDir: string) =>
  startEmbeddedPostgres(dataDir, { database: "timeaway", log: () => undefined });

/** @returns the command's output */
async function run(...args: string[]) {
  const said = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const program = new Command();
  backupCommands(program, async () => undefined);
  await program.parseAsync(args, { from: "user" });
  return JSON.parse(said.mock.lastCall?.[0]);
}

/** The data that the people and operators of a workspace see. */
async function sights(of: Services) {
  const { admin, user } = workspace.people;
  return {
    balances: await readBalances(await as(of, admin), { userId: user.id }),
    audit: await of.db.select().from(auditEvents).orderBy(auditEvents.id),
    requests: await of.db.select().from(requestLog).orderBy(requestLog.requestId),
    sealedIsReadable: await canReadSigningKeys(of),
  };
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "backup-test-"));
  file = inFolder("one.backup");
  vi.stubEnv("DATABASE_URL", "");
  vi.stubEnv("DATA_DIR", inFolder("data"));
  server = await start(inFolder("data"));
  await migrate(server.url);
  services = await testServices({}, { DATABASE_URL: server.url });
  workspace = await makeLeaveWorkspace(services);
  key = (await makeKeys(services, workspace)).admin;
  await ensureSigningKeys(services.db, services.settings.encryptionKeys, services.clock());
  const api = apiClient(services);
  const named = 'tab\tline\nback\\slash "ö" \\.';
  await api.v2("POST", "/v2/labels", { key, json: { name: "Nights", color: "3b82f6" } });
  await api.v2("POST", "/v2/departments", { key, json: { name: "Ward", note: named } });
  await makeLeave(services, workspace.people.user, { startDate: "2026-11-23", reason: named });
  await deleteOldRequests(services);
  await api.get("/v2/labels", key);
  await flushRequestLog(services);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await services.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

it("the drill: a backup of a running server serves from another folder, with the same key", async () => {
  const before = await sights(services);
  const { backup, notIncluded } = await run("backup", "--to", file);
  expect(backup).toMatchObject({ file, schema: newestMigration.name });
  expect(notIncluded).toContain(inFolder("data", "secrets.json"));
  expect(readFileSync(file).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));

  const { restored, encryptionKey } = await run("restore", file, "--into", inFolder("other"));
  rows = restored.rows;
  expect(rows).toEqual(backup.rows);
  expect(encryptionKey).toMatch(/^missing/);
  const other = await start(inFolder("other"));
  const there = await testServices({}, { DATABASE_URL: other.url });
  try {
    expect(before.requests.length).toBeGreaterThan(2);
    expect(await sights(there)).toEqual(before);
    expect(before.sealedIsReadable).toBe(true);
    const api = apiClient(there);
    expect((await api.v2<{ data: Single["data"][] }>("GET", "/v2/labels", { key })).status).toBe(200);
    expect(
      (await api.v2("POST", "/v2/labels", { key, json: { name: "Days", color: "3b82f6" } })).status,
    ).toBe(201);
    expect(
      (await api.v2("POST", "/v2/labels", { key, json: { name: "Nights", color: "3b82f6" } })).status,
    ).toBe(409);
  } finally {
    await there.close();
    await other.stop();
  }
});

it("existing data is put aside only with --replace, and never under a running server", async () => {
  const restore = (...more: string[]) => run("restore", file, ...more);
  await expect(restore("--replace")).rejects.toThrow(/^A server runs on .*: stop it first\.$/);
  await expect(restore("--into", inFolder("other"))).rejects.toThrow(/^There is a database in/);
  const { previous } = await restore("--into", inFolder("other"), "--replace");
  expect(existsSync(path.join(previous, "access.json"))).toBe(true);
  expect(existsSync(inFolder("other", "pg", "access.json"))).toBe(true);
});

it("a stopped server is started for the backup; fails without a database, and for an existing file", async () => {
  vi.stubEnv("DATA_DIR", inFolder("other"));
  const { backup } = await run("backup", "--to", inFolder("two.backup"));
  expect(backup.rows).toEqual(rows);
  expect(existsSync(inFolder("other", "pg", "postmaster.pid"))).toBe(false);
  await expect(run("backup", "--to", file)).rejects.toThrow(/is there already/);
  vi.stubEnv("DATA_DIR", inFolder("none"));
  await expect(run("backup", "--to", inFolder("no.backup"))).rejects.toThrow(
    /^There is no embedded database/,
  );
  vi.stubEnv("DATA_DIR", inFolder("data"));
});

it("a file that is damaged, cut off, no backup, or of a newer release leaves nothing behind", async () => {
  const text = gunzipSync(readFileSync(file)).toString();
  const lines = text.split("\n");
  const bad: [string | Buffer, RegExp][] = [
    [text.replace("Nights", "Nughts"), /^The backup is damaged: the rows of \w+ are not those/],
    [lines.slice(0, -40).join("\n"), /incomplete|damaged/],
    ["hello\n", /no backup/],
    [text.replace(/"at":\d+/, `"at":${newestMigration.at + 1}`), /of a newer release than this one/],
    [readFileSync(file).subarray(0, 3000), /cannot be read as a backup/],
  ];
  for (const [content, reason] of bad) {
    writeFileSync(inFolder("bad.backup"), typeof content === "string" ? gzipSync(content) : content);
    await expect(run("restore", inFolder("bad.backup"), "--into", inFolder("bad"))).rejects.toThrow(reason);
    expect(readdirSync(inFolder("bad"))).toEqual([]);
  }
}, 120_000);

it("with DATABASE_URL both name the equivalent command", async () => {
  vi.stubEnv("DATABASE_URL", "postgres://somewhere/else");
  await expect(run("backup")).rejects.toThrow(/pg_dump --format=custom/);
  await expect(run("restore", file)).rejects.toThrow(/pg_restore --no-owner/);
  vi.stubEnv("DATABASE_URL", "");
});
