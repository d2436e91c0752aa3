import { setTimeout as delay } from "node:timers/promises";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Services } from "@/server/kernel/services";
import { testDatabase } from "@/server/test/database";
import { testServices } from "@/server/test/services";
import { settledUntil } from "./settled-until";

let services: Services;
let session: Sql;
beforeAll(async () => {
  services = await testServices();
  session = postgres(await testDatabase(), { max: 1, onnotice: () => undefined });
});
afterAll(async () => {
  await session.end();
  await services.close();
});

const databaseNow = async (): Promise<Date> => {
  const [row] = await session<{ at: string }[]>`select clock_timestamp() as at`;
  return new Date(row?.at ?? "");
};

it("without writers everything is settled until now", async () => {
  const before = await databaseNow();
  await delay(2);
  const until = await settledUntil(services.db);
  expect(until.getTime()).toBeGreaterThan(before.getTime());
  expect(until.getTime()).toBeLessThanOrEqual((await databaseNow()).getTime());
});

it("a writing transaction keeps settledUntil at its start until it ends; a reading one does not", async () => {
  const before = await databaseNow();
  await session`begin`;
  await session`select 1`;
  const begun = await databaseNow();
  await delay(5);
  expect((await settledUntil(services.db)).getTime()).toBeGreaterThan(begun.getTime());
  await session`select pg_current_xact_id()`;
  const held = await settledUntil(services.db);
  expect(held.getTime()).toBeGreaterThanOrEqual(before.getTime());
  expect(held.getTime()).toBeLessThanOrEqual(begun.getTime());
  await session`commit`;
  expect((await settledUntil(services.db)).getTime()).toBeGreaterThan(begun.getTime());
});

it("inside a transaction settledUntil stays at the transaction's start", async () => {
  await services.db.transaction(async (tx) => {
    const first = await settledUntil(tx);
    await session`begin`;
    await session`select pg_current_xact_id()`;
    const written = await databaseNow();
    await delay(5);
    const later = await settledUntil(tx);
    await session`rollback`;
    expect(later).toEqual(first);
    expect(later.getTime()).toBeLessThanOrEqual(written.getTime());
  });
});

it("a writer of another role, whose start is not visible, blocks everything until its start is visible", async () => {
  const name = `reader_${new URL(await testDatabase()).pathname.slice(1)}`;
  await session.unsafe(`create role ${name}`);
  const other = postgres(await testDatabase(), { max: 1, onnotice: () => undefined });
  const asReader = () =>
    services.db.transaction(async (tx) => {
      await tx.execute(`set local role ${name}`);
      return settledUntil(tx);
    });
  await other`begin`;
  await other`select pg_current_xact_id()`;
  expect(await asReader()).toEqual(new Date(0));
  await session.unsafe(`grant pg_read_all_stats to ${name}`);
  expect((await asReader()).getTime()).toBeGreaterThan(0);
  await other`rollback`;
  await other.end();
  await session.unsafe(`drop role ${name}`);
});
