import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { notifications } from "@/drizzle/schema/notifications";
import { operations } from "@/drizzle/schema/operations";
import type { Services } from "@/server/kernel/services";
import { apiClient } from "@/server/test/api-client";
import { carriedOut } from "@/server/test/carried-out";
import { testDatabase } from "@/server/test/database";
import { makeKeys, makeWorkspace, type TestKey, type TestWorkspace } from "@/server/test/factories";
import { type LockedTable, lockTable } from "@/server/test/lock-table";
import { daily } from "@/server/test/notification-kit";
import { testServices } from "@/server/test/services";
import { carryOutDue } from "./operation-work";

let services: Services;
let workspace: TestWorkspace;
let admin: TestKey;
let api: ReturnType<typeof apiClient>;
/** A separate connection to the database, which the cuts spare. */
let operator: Sql;

beforeAll(async () => {
  services = await testServices({}, { LOG_LEVEL: "silent" });
  api = apiClient(services);
  operator = postgres(await testDatabase(), { max: 1, onnotice: () => undefined });
});
afterAll(async () => {
  await operator.end();
  await services.close();
});
beforeEach(async () => {
  workspace = await makeWorkspace(services);
  admin = (await makeKeys(services, workspace)).admin;
});

const acceptedAtOnce = 12;
/** Each round cuts twice. */
const rounds = Number(process.env.CUT_ROUNDS ?? 3);

const inThisWorkspace = () => eq(operations.workspaceId, workspace.id);

/** Terminates connections in the middle of a transaction, as a failing network or a restarted pooler does. */
const cut = (states: readonly string[]) => operator`
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'holder'
    and xact_start is not null and state = any(${states as string[]})`;
const idle = ["idle in transaction"];
const all = ["idle in transaction", "active"];

/** Retries under the same key when its own connection was cut or the key's bucket is empty, as a client does. */
async function accept(name: string): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const { status } = await api.v2("POST", "/v2/notifications", {
      key: admin,
      json: { ...daily, name },
      headers: { prefer: "respond-async", "idempotency-key": name },
    });
    if (status === 202) return;
    expect([500, 429]).toContain(status);
    await delay(50);
  }
  throw new Error("It was never accepted.");
}

/** Writes in flight together, all blocked before any of them is done. */
async function acceptAndHold(names: readonly string[], table: string): Promise<LockedTable> {
  const first = await lockTable("notifications");
  try {
    for (const name of names) await accept(name);
    await cut(all);
    return await lockTable(table, "share");
  } finally {
    await first.release();
  }
}

it.each(["operations", "audit_events", "idempotency_keys"])(
  "accepted writes whose connections are cut while they wait for %s are done exactly once",
  { timeout: Math.max(30_000, rounds * 10_000) },
  async (table) => {
    for (let round = 0; round < rounds; round++) {
      const names = Array.from({ length: acceptedAtOnce }, (_, i) => `${table} ${round}.${i}`);
      const held = await acceptAndHold(names, table);
      const running = Promise.all([carryOutDue(services), carryOutDue(services)]).catch(() => undefined);
      for (let cuts = 0; cuts < 2; cuts++) {
        await delay(100);
        await cut(round % 3 === 2 ? all : idle);
      }
      await delay(50);
      await held.release();
      await running;
      await carriedOut(services);
    }
    const ended = await services.db.select().from(operations).where(inThisWorkspace());
    const failed = ended.filter(({ status }) => status === "FAILED");
    expect(failed.map(({ error, result }) => ({ error, result }))).toEqual([]);
    const made = await services.db
      .select()
      .from(notifications)
      .where(eq(notifications.workspaceId, workspace.id));
    const expected = Array.from(
      { length: rounds * acceptedAtOnce },
      (_, i) => `${table} ${Math.floor(i / acceptedAtOnce)}.${i % acceptedAtOnce}`,
    );
    const names = made.map(({ name }) => name).filter((name) => name.startsWith(`${table} `));
    expect(names.sort()).toEqual(expected.sort());
  },
);
