import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase } from "@/server/kernel/database/db";
import { plus } from "@/server/kernel/time/clock";
import { testDatabase } from "@/server/test/database";
import { clearThrottle, deleteFullThrottles, returnToken, takeToken } from "./throttle";

let database: Database;
beforeAll(async () => {
  database = openDatabase(await testDatabase(), { sizes: { main: 20, admission: 1 } });
});
afterAll(() => database.close());

const start = new Date("2026-11-20T10:00:00.000Z");
const at = (ms: number) => ({ burst: 10, intervalMs: 30_000, now: plus(start, ms) });
const spend = async (key: string, times: number) => {
  for (let i = 0; i < times; i++) await takeToken(database.db, key, at(0));
};

it("of 50 parallel attempts exactly the burst passes", async () => {
  const tries = await Promise.all(
    Array.from({ length: 50 }, () => takeToken(database.db, "parallel", at(0))),
  );
  expect(tries.filter((taken) => taken.ok)).toHaveLength(10);
});

it("a refused attempt says when the next one passes, and it does", async () => {
  await spend("refused", 10);
  expect(await takeToken(database.db, "refused", at(1))).toEqual({ ok: false, retryAfterSeconds: 30 });
  expect(await takeToken(database.db, "refused", at(29_999))).toEqual({ ok: false, retryAfterSeconds: 1 });
  expect(await takeToken(database.db, "refused", at(30_000))).toEqual({ ok: true });
  expect(await takeToken(database.db, "refused", at(30_000))).toEqual({ ok: false, retryAfterSeconds: 30 });
});

it("refused attempts do not postpone the next token", async () => {
  await spend("stubborn", 60);
  expect(await takeToken(database.db, "stubborn", at(30_000))).toEqual({ ok: true });
});

it("a long pause restores the whole burst, not more", async () => {
  await spend("rested", 10);
  const later = at(86_400_000);
  const tries = [];
  for (let i = 0; i < 12; i++) tries.push((await takeToken(database.db, "rested", later)).ok);
  expect(tries.filter(Boolean)).toHaveLength(10);
});

it("a returned token can be taken again", async () => {
  await spend("returned", 10);
  await returnToken(database.db, "returned", 30_000);
  expect(await takeToken(database.db, "returned", at(0))).toEqual({ ok: true });
  expect((await takeToken(database.db, "returned", at(0))).ok).toBe(false);
});

it("a cleared bucket is full, and buckets are independent", async () => {
  await spend("cleared", 10);
  await spend("other", 10);
  await clearThrottle(database.db, "cleared");
  expect(await takeToken(database.db, "cleared", at(0))).toEqual({ ok: true });
  expect((await takeToken(database.db, "other", at(0))).ok).toBe(false);
});

it("deletes only full buckets", async () => {
  await clearThrottle(database.db, "kept");
  await spend("kept", 10);
  await takeToken(database.db, "gone", at(-86_400_000));
  expect(
    await deleteFullThrottles({ db: database.db, isDistributed: async () => false }, start),
  ).toBeGreaterThan(0);
  expect((await takeToken(database.db, "kept", at(0))).ok).toBe(false);
});
