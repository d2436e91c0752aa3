import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, expect, it } from "vitest";
import { second } from "@/server/kernel/time/clock";
import { databaseTimeoutMs } from "@/server/kernel/time/timeout";
import { testDatabase } from "@/server/test/database";
import { isDatabaseUnavailable } from "./database-unavailable";
import { type Database, openDatabase, statement } from "./db";

let url: string;
let database: Database;
const refused: boolean[] = [];

beforeAll(async () => {
  url = await testDatabase();
});
const open = (size: number) => {
  refused.length = 0;
  database = openDatabase(url, {
    sizes: { main: size, admission: 1 },
    onRefused: (_pool, isNew) => refused.push(isNew),
  });
};
afterEach(() => database.close());

interface Outcome {
  isAnswered: boolean;
  ms: number;
}
async function watch(work: Promise<unknown>): Promise<Outcome> {
  const began = performance.now();
  const isAnswered = await work.then(
    () => true,
    (error: unknown) => {
      if (!isDatabaseUnavailable(error)) throw error;
      return false;
    },
  );
  return { isAnswered, ms: performance.now() - began };
}

const slow = statement(sql`select pg_sleep(0.2)`);
const quick = statement(sql`select 1`);

it("rejects work beyond the pool's capacity at once, answers the rest in time, and recovers once the load ends", async () => {
  open(4);
  const began = performance.now();
  const sent: Promise<Outcome>[] = [];
  // Three times the capacity of four connections.
  while (performance.now() - began < 6 * second) {
    sent.push(watch(slow(database.db)));
    await delay(16);
  }
  const outcomes = await Promise.all(sent);
  const good = outcomes.filter(({ isAnswered }) => isAnswered);
  const bad = outcomes.filter(({ isAnswered }) => !isAnswered);
  // About twenty a second, over the six seconds plus the backlog then.
  expect(good.length).toBeGreaterThan(100);
  expect(bad.length).toBeGreaterThan(50);
  expect(Math.max(...good.map(({ ms }) => ms))).toBeLessThan(databaseTimeoutMs);
  expect(Math.max(...bad.map(({ ms }) => ms))).toBeLessThan(second / 2);
  expect(refused).toHaveLength(bad.length);
  expect(refused.every((isNew) => isNew)).toBe(true);
  for (let turn = 0; turn < 5; turn++)
    expect((await watch(slow(database.db))).isAnswered, `${turn}`).toBe(true);
});

it("rejects after five seconds in the queue, and new work at once; refused work never runs, work that is never refused does", async () => {
  open(2);
  await database.db.execute(sql`create table waited (who text)`);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const holders = [1, 2].map(() => database.db.transaction(() => released));
  await delay(100);
  const write = (db: Database["db"], who: string) =>
    db.transaction((tx) => tx.execute(sql`insert into waited values (${who})`));
  const waiting = [
    watch(write(database.db, "refused")),
    watch(quick(database.db)),
    watch(write(database.neverRefused, "patient")),
  ] as const;
  await delay(3 * second);
  const late = await watch(write(database.db, "late"));
  expect([late.isAnswered, late.ms < second / 4]).toEqual([false, true]);
  for (const one of waiting.slice(0, 2)) {
    const { isAnswered, ms } = await one;
    expect(isAnswered).toBe(false);
    expect(ms).toBeGreaterThanOrEqual(databaseTimeoutMs);
    expect(ms).toBeLessThan(databaseTimeoutMs + second / 2);
  }
  release();
  await Promise.all(holders);
  expect((await waiting[2]).isAnswered).toBe(true);
  expect((await watch(quick(database.db))).isAnswered).toBe(true);
  expect([...(await database.db.execute(sql`select who from waited`))]).toEqual([{ who: "patient" }]);
  expect(refused.sort()).toEqual([false, false, true]);
});
