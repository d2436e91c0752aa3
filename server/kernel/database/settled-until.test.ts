import { setTimeout as delay } from "node:timers/promises";
import type { PgTable } from "drizzle-orm/pg-core";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Services } from "@/server/kernel/services";
import { testDatabase } from "@/server/test/database";
import { makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { testServices } from "@/server/test/services";
import type { Db } from "./db";
import { settledUntil } from "./settled-until";

let services: Services;
let workspace: TestWorkspace;
let session: Sql;
beforeAll(async () => {
  services = await testServices();
  workspace = await makeWorkspace(services);
  session = postgres(await testDatabase(), { max: 1, onnotice: () => undefined });
});
afterAll(async () => {
  await session.end();
  await services.close();
});

const settled = (db: Db = services.db, table: PgTable = users): Promise<Date> =>
  settledUntil(db, { workspaceId: workspace.id, table });

const databaseNow = async (): Promise<Date> => {
  const [row] = await session<{ at: string }[]>`select clock_timestamp() as at`;
  return new Date(row?.at ?? "");
};

it("without writers everything is settled until now", async () => {
  const before = await databaseNow();
  await delay(2);
  const until = await settled();
  expect(until.getTime()).toBeGreaterThan(before.getTime());
  expect(until.getTime()).toBeLessThanOrEqual((await databaseNow()).getTime());
});

it("a writing transaction keeps settledUntil at its start until it ends; a reading one does not", async () => {
  const before = await databaseNow();
  await session`begin`;
  await session`select 1`;
  const begun = await databaseNow();
  await delay(5);
  expect((await settled()).getTime()).toBeGreaterThan(begun.getTime());
  await session`select pg_current_xact_id()`;
  const held = await settled();
  expect(held.getTime()).toBeGreaterThanOrEqual(before.getTime());
  expect(held.getTime()).toBeLessThanOrEqual(begun.getTime());
  await session`commit`;
  expect((await settled()).getTime()).toBeGreaterThan(begun.getTime());
});

it("inside a transaction settledUntil stays at the transaction's start", async () => {
  await services.db.transaction(async (tx) => {
    const first = await settled(tx);
    await session`begin`;
    await session`select pg_current_xact_id()`;
    const written = await databaseNow();
    await delay(5);
    const later = await settled(tx);
    await session`rollback`;
    expect(later).toEqual(first);
    expect(later.getTime()).toBeLessThanOrEqual(written.getTime());
  });
});

it("a writer of another role, whose start is not visible, blocks everything until its start is visible", async () => {
  const name = `reader_${new URL(await testDatabase()).pathname.slice(1)}`;
  await session.unsafe(`create role ${name}`);
  await session.unsafe(`grant select on workspaces to ${name}`);
  const other = postgres(await testDatabase(), { max: 1, onnotice: () => undefined });
  const asReader = () =>
    services.db.transaction(async (tx) => {
      await tx.execute(`set local role ${name}`);
      return settled(tx);
    });
  await other`begin`;
  await other`select pg_current_xact_id()`;
  expect(await asReader()).toEqual(new Date(0));
  await session.unsafe(`grant pg_read_all_stats to ${name}`);
  expect((await asReader()).getTime()).toBeGreaterThan(0);
  await other`rollback`;
  await other.end();
  await session.unsafe(`drop owned by ${name}`);
  await session.unsafe(`drop role ${name}`);
});

it("a prepared transaction that wrote to the table blocks everything until it ends; it blocks no other table", async (ctx) => {
  const [row] = await session<
    { max: number }[]
  >`select current_setting('max_prepared_transactions')::int as max`;
  if (row?.max === 0) ctx.skip();
  await session`begin`;
  await session`update users set name = name where workspace_id = ${workspace.id}`;
  await session.unsafe(`prepare transaction '${workspace.id}'`);
  const prepared = await databaseNow();
  await delay(2);
  const until = await Promise.all([settled(), settled(services.db, leaves)]);
  await session.unsafe(`commit prepared '${workspace.id}'`);
  expect(until[0]).toEqual(new Date(0));
  expect(until[1].getTime()).toBeGreaterThanOrEqual(prepared.getTime());
  expect((await settled()).getTime()).toBeGreaterThanOrEqual(prepared.getTime());
});

it("an event's time is taken as it is written, whatever the statement says", async () => {
  const before = await databaseNow();
  const [row] = await session<{ at: string }[]>`
    insert into events (workspace_id, id, message_id, type, subject_user_id, data, occurred_at, recorded_at)
    select workspace_id, gen_random_uuid(), 'msg_1', 'user.updated', id, '{}', '2020-01-01', '2020-01-01'
    from users where workspace_id = ${workspace.id} limit 1 returning recorded_at as at`;
  expect(new Date(row?.at ?? "").getTime()).toBeGreaterThanOrEqual(before.getTime() - 1);
});
