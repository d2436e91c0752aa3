import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { statement } from "@/server/kernel/database/db";
import type { Services } from "@/server/kernel/services";
import { second } from "@/server/kernel/time/clock";
import { testServices } from "@/server/test/services";
import { endStuckSessions } from "./end-stuck-sessions";

let services: Services;
beforeAll(async () => {
  services = await testServices({}, { DATABASE_IDLE_TIMEOUT_MS: "1000", LOG_LEVEL: "silent" });
});
afterAll(() => services.close());

/** Simulates a process that holds a lock and freezes while it sends its next statement: the last bytes are missing. */
async function stuckWith(lock: number, name = "timeaway") {
  const { databaseUrl } = services.settings;
  const { hostname, port } = new URL(databaseUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  const client = postgres(databaseUrl, {
    ...{ max: 1, max_lifetime: null, connection: { application_name: name, statement_timeout: second } },
    ...({ socket: async () => socket } as object),
  });
  onTestFinished(() => client.end({ timeout: 1 }));
  await new Promise<void>((resolve) => {
    const work = client.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${lock})`;
      const write = socket.write.bind(socket);
      socket.write = (chunk: Uint8Array | string) => write(chunk.slice(0, -5));
      await Promise.all([tx`select 1 as half`, delay(100).then(resolve)]);
    });
    work.catch(() => undefined);
  });
}

const tryLock = statement<{ isFree: boolean }>(
  sql`select pg_try_advisory_xact_lock(${sql.placeholder("lock")}::bigint) as "isFree"`,
);
const isFree = async (lock: number) => (await tryLock(services.db, { lock }))[0]?.isFree;

it("a session that waits for the rest of a statement is ended after the idle timeout", async () => {
  await stuckWith(1);
  await stuckWith(2, "timeaway admission");
  expect(await endStuckSessions(services)).toBe(0);
  await delay(1500);
  expect([await isFree(1), await isFree(2)]).toEqual([false, false]);
  // Any number of processes may run it at the same time.
  const ended = await Promise.all([1, 2, 3].map(() => endStuckSessions(services)));
  expect(Math.max(...ended)).toBe(2);
  await expect.poll(() => Promise.all([isFree(1), isFree(2)])).toEqual([true, true]);
});

it("another program's session and a long-running statement are left alone", async () => {
  await stuckWith(3, "payroll");
  const long = services.db.execute(sql`select pg_sleep(2)`);
  await delay(1500);
  expect(await endStuckSessions(services)).toBe(0);
  expect(await isFree(3)).toBe(false);
  await long;
});
