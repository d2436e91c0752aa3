import { eq, sql } from "drizzle-orm";
import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Services } from "@/server/kernel/services";
import { testServices } from "@/server/test/services";
import { type Db, databaseOn, insertInto, poolOn, preparedBy, sqlState, statement } from "./db";
import { direct } from "./pooling";
import { readAs } from "./row-reader";
import { Session } from "./session";

const owners = pgTable("quick_owners", { id: integer().notNull(), nickName: text() });
const things = pgTable("quick_things", {
  id: integer().notNull(),
  ownerId: integer(),
  madeAt: timestamp({ withTimezone: true }).notNull(),
});

let services: Services;
const sent: string[] = [];

beforeAll(async () => {
  services = await testServices({ onStatement: (pool, text) => void (pool === "main" && sent.push(text)) });
  await services.db.execute(sql`create table quick_owners (id int, nick_name text)`);
  await services.db.execute(sql`create table quick_things (id int, owner_id int, made_at timestamptz)`);
  const [addOwner, addThing] = [insertInto(owners), insertInto(things)];
  const madeAt = new Date("2026-11-20T10:00:00.123Z");
  await addOwner(services.db, { id: 1, nickName: null });
  await addThing(services.db, { id: 1, ownerId: 1, madeAt });
  await addThing(services.db, { id: 2, ownerId: null, madeAt });
  await addThing(services.db, { id: 3, ownerId: 7, madeAt });
});
afterAll(() => services.close());

const build = (db: Db) =>
  db
    .select({
      id: things.id,
      madeAt: things.madeAt,
      year: readAs(sql<number>`extract(year from ${things.madeAt})::text`, Number),
      owner: owners,
      own: { nickName: owners.nickName, thing: things.ownerId },
    })
    .from(things)
    .leftJoin(owners, eq(owners.id, things.ownerId))
    .where(sql`${things.id} >= ${sql.placeholder("from")}`)
    .orderBy(things.id);

it("rows match Drizzle's own: a join without a match is null, objects of two tables stay", async () => {
  const quick = preparedBy((db) => build(db).prepare("quick_things"));
  const slow = build(services.db).prepare("slow_things");
  const rows = await quick(services.db).execute({ from: 1 });
  expect(rows).toEqual(await slow.execute({ from: 1 }));
  expect(rows.map(({ owner }) => owner)).toEqual([{ id: 1, nickName: null }, null, null]);
  expect(rows[0]).toMatchObject({ madeAt: new Date("2026-11-20T10:00:00.123Z"), year: 2026 });
});

it("57014 for a statement that takes too long where sessions have no limit, not for those behind it", async () => {
  const needs = { url: services.settings.databaseUrl, name: "limits", max: 1, limits: { statementMs: 300 } };
  const pool = poolOn(needs, { ...direct, isPooled: true });
  const db = databaseOn(new Session(pool));
  await db.execute(sql`select 1`);
  const slow = db.execute(sql`select pg_sleep(5)`).catch(sqlState);
  const behind = Promise.all([db.execute(sql`select 1 as n`), db.execute(sql`select 2 as n`)]);
  expect(await slow).toBe("57014");
  expect((await behind).map((rows) => [...rows])).toEqual([[{ n: 1 }], [{ n: 2 }]]);
  await pool.end(1);
});

it("batches return the same rows, from one snapshot", async () => {
  const numbers = preparedBy((db) =>
    db
      .select({ id: things.id, at: things.madeAt })
      .from(things)
      .where(sql`${things.id} > ${sql.placeholder("above")}`)
      .orderBy(things.id)
      .prepare("numbers"),
  );
  await services.db.execute(
    sql`insert into quick_things select n, null, now() from generate_series(1001, 1600) n`,
  );
  const sizes = await services.db.transaction(async (tx) => {
    const found: number[] = [];
    for await (const rows of numbers(tx).inBatches("numbers", { above: 1000 })) {
      if (found.length === 0) {
        expect(rows[0]).toEqual({ id: 1001, at: expect.any(Date) });
        await services.db.execute(sql`delete from quick_things where id > 1000`);
      }
      found.push(rows.length);
    }
    return found;
  });
  expect(sizes).toEqual([250, 250, 100]);
  expect(await numbers(services.db).execute({ above: 1000 })).toEqual([]);
});

it("a query of another bundle runs on this bundle's pools: the request handlers are bundled separately", async () => {
  vi.resetModules();
  const apart = await import("./db");
  const query = apart.preparedBy((db) => build(db).prepare("things_apart"));
  expect(await query(services.db).execute({ from: 3 })).toMatchObject([{ id: 3 }]);
  const sum = apart.statement<{ n: number }>(sql`select 1 + 1 as n`);
  expect(await services.db.transaction((tx) => sum(tx))).toMatchObject([{ n: 2 }]);
});

it("deeply nested fields are nested", async () => {
  const nested = preparedBy((db) =>
    db
      .select({ id: things.id, a: { b: { c: things.ownerId } } as never })
      .from(things)
      .orderBy(things.id)
      .prepare("nested_things"),
  );
  expect(await nested(services.db).execute()).toMatchObject([{ id: 1, a: { b: { c: 1 } } }, {}, {}]);
});

it("a missing value throws our own error, a rejected value names the statement", async () => {
  const query = preparedBy((db) => build(db).prepare("quick_things_again"));
  await expect(query(services.db).execute({})).rejects.toThrow('No value for placeholder "from"');
  await expect(query(services.db).execute({ from: "x" })).rejects.toThrow("Failed query: select");
});

it("concurrent statements of a transaction run in the order of the calls", async () => {
  const [one, two] = [1, 2].map((n) => statement<{ n: number }>(sql.raw(`select ${n} as n`)));
  const query = preparedBy((db) => db.select({ id: owners.id }).from(owners).prepare("owner_ids"));
  const add = insertInto(owners);
  await services.db.transaction(async (tx) => {
    sent.length = 0;
    await Promise.all([
      one?.(tx),
      query(tx).execute(),
      two?.(tx),
      add(tx, { id: 2, nickName: "b" }),
      one?.(tx),
    ]);
  });
  expect(sent.map((text) => text.slice(0, 12))).toEqual([
    "select 1 as ",
    'select "id" ',
    "select 2 as ",
    "insert into ",
    "select 1 as ",
    "commit",
  ]);
});
