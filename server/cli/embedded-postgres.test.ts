import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres";

let dataDir: string;
let servers: EmbeddedPostgres[];
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "postgres-test-"));
  servers = [];
});
afterEach(async () => {
  for (const server of servers) await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(dataDir, { database: "app", log: () => {} });
  servers.push(server);
  return server;
}

async function answers(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, connect_timeout: 3 });
  try {
    return (await sql`SELECT 1`).length === 1;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 0 });
  }
}

const file = (name: string) => path.join(dataDir, "pg", name);
const postmasterPid = () => Number(readFileSync(file("postmaster.pid"), "utf8").split("\n")[0]);

it("of three concurrent first starts one creates the cluster, and all use it", {
  timeout: 60_000,
}, async () => {
  const all = await Promise.all([start(), start(), start()]);
  expect(all.filter((server) => !server.joined)).toHaveLength(1);
  expect(new Set(all.map((server) => server.url)).size).toBe(1);
});

it("the last process to leave stops the server", async () => {
  const first = await start();
  const second = await start();
  expect([first.joined, second.joined]).toEqual([false, true]);
  expect(await first.stop()).toBe(false);
  expect(await answers(second.url)).toBe(true);
  expect(await second.stop()).toBe(true);
  expect(existsSync(file("postmaster.pid"))).toBe(false);
});

it("a large log is rotated at a start, and the previous one is kept", async () => {
  await stoppedCluster();
  writeFileSync(file("server.log"), "x".repeat(10 * 1024 * 1024 + 1));
  await start();
  expect(statSync(file("server.log")).size).toBeLessThan(100_000);
  expect(statSync(file("server.log.1")).size).toBeGreaterThan(10 * 1024 * 1024);
});

it("a cluster starts again after its server was killed", { timeout: 60_000 }, async () => {
  await start();
  process.kill(postmasterPid(), "SIGKILL");
  const again = await start();
  expect(again.joined).toBe(false);
  expect(await answers(again.url)).toBe(true);
});

it("moves off a port taken by another process", { timeout: 60_000 }, async () => {
  const { port } = await stoppedCluster();
  const other = createServer().listen(port, "127.0.0.1");
  try {
    const { url } = await start();
    expect(new URL(url).port).not.toBe(String(port));
    expect(await answers(url)).toBe(true);
  } finally {
    other.close();
  }
});

it("a pid file that names a process which is no PostgreSQL is ignored", { timeout: 60_000 }, async () => {
  await stoppedCluster();
  writeFileSync(file("postmaster.pid"), `${process.pid}\n${path.join(dataDir, "pg")}\n`);
  expect(await answers((await start()).url)).toBe(true);
});

it("only its owner can read the password, and no connection works without it", async () => {
  const { url } = await start();
  expect(statSync(file("access.json")).mode & 0o077).toBe(0);
  const wrong = new URL(url);
  wrong.password = "wrong";
  expect(await answers(wrong.href)).toBe(false);
});

async function stoppedCluster(): Promise<{ port: number }> {
  const server = await start();
  await server.stop();
  return { port: Number(new URL(server.url).port) };
}
