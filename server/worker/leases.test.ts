import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { workers, workLeases } from "@/drizzle/schema/work";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { plus } from "@/server/kernel/time/clock";
import { testServices } from "@/server/test/services";
import type { LaneKey } from "./kind";
import { Leases } from "./leases";

let services: Services;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());
beforeEach(async () => {
  await services.db.delete(workLeases);
  await services.db.delete(workers);
});

const lanes = (count: number): LaneKey[] =>
  Array.from({ length: count }, (_, n) => ({ workspaceId: newId(), lane: `lane ${n}` }));
async function worker(): Promise<Leases> {
  const made = new Leases(services, "test");
  expect(await made.renew()).toBe(true);
  return made;
}
const take = async (one: Leases, wanted: readonly LaneKey[]) => one.take(await one.findFree(wanted));
const die = (dead: Leases) =>
  services.db
    .update(workers)
    .set({ aliveUntil: plus(new Date(), -1) })
    .where(eq(workers.id, dead.workerId));

it("once: each lane that many workers take concurrently goes to one of them", async () => {
  const wanted = lanes(50);
  const crew = await Promise.all(Array.from({ length: 8 }, worker));
  const taken = await Promise.all(crew.map((one) => take(one, wanted)));
  const all = taken.flat().map(({ lane }) => lane);
  expect(new Set(all).size).toBe(all.length);
  expect(await services.db.$count(workLeases)).toBe(all.length);
  expect(all).toHaveLength(50);
});

it("a living worker keeps its lanes indefinitely; each lane of a dead worker is taken over by one", async () => {
  const wanted = lanes(5);
  const first = await worker();
  expect(await take(first, wanted)).toHaveLength(5);
  expect(await take(await worker(), wanted)).toEqual([]);
  await die(first);
  const heirs = await Promise.all([worker(), worker(), worker()]);
  const taken = (await Promise.all(heirs.map((one) => take(one, wanted)))).flat();
  expect(taken).toHaveLength(5);
  expect(new Set(taken.map(({ lane }) => lane)).size).toBe(5);
});

it("a worker considered dead cannot return under its old id, and holds no lanes any more", async () => {
  const [lane] = lanes(1);
  if (!lane) throw new Error("unreachable");
  const late = await worker();
  const name = late.workerId;
  await take(late, [lane]);
  await die(late);
  expect(await late.renew()).toBe(false);
  expect(late.workerId).not.toBe(name);
  expect(late.isSafe).toBe(false);
  expect(await late.renew()).toBe(true);
  const heir = await worker();
  expect(await take(heir, [lane])).toHaveLength(1);
  await services.db.transaction(async (tx) => {
    expect(await late.hold(tx, [lane])).toEqual([]);
    expect(await heir.hold(tx, [lane])).toEqual([lane]);
  });
});

it("a worker considered dead keeps the lanes that no other took over, under its new id; once, even in a race", async () => {
  const [stays, goes] = lanes(2);
  if (!stays || !goes) throw new Error("unreachable");
  const late = await worker();
  await take(late, [stays, goes]);
  await die(late);
  const heir = await worker();
  expect(await take(heir, [goes])).toHaveLength(1);
  expect(await late.renew()).toBe(false);
  expect(late.hasLapsed).toBe(true);
  expect(await late.renew()).toBe(true);
  expect(await late.keep([stays, goes])).toEqual([stays]);
  expect(late.hasLapsed).toBe(false);
  expect(await take(heir, [stays])).toEqual([]);
  await services.db.transaction(async (tx) => {
    expect(await late.hold(tx, [stays])).toEqual([stays]);
    expect(await late.hold(tx, [goes])).toEqual([]);
    expect(await late.hold(tx, [])).toEqual([]);
  });

  await die(late);
  await late.renew();
  await late.renew();
  const heirs = await Promise.all([worker(), worker(), worker()]);
  const claimed = await Promise.all([late.keep([stays]), ...heirs.map((one) => take(one, [stays]))]);
  expect(claimed.flat()).toHaveLength(1);
});

it("a lane is not taken over while its holder records, even if considered dead; no other worker waits for it", async () => {
  const [lane] = lanes(1);
  if (!lane) throw new Error("unreachable");
  const slow = await worker();
  await take(slow, [lane]);
  const heir = await worker();
  await services.db.transaction(async (tx) => {
    expect(await slow.hold(tx, [lane])).toHaveLength(1);
    await die(slow);
    expect(await take(heir, [lane])).toEqual([]);
  });
  expect(await take(heir, [lane])).toHaveLength(1);
});

it("a lane given back is free at once; workers that died long ago are deleted with their leases", async () => {
  const wanted = lanes(2);
  const [first, second] = [await worker(), await worker()];
  await take(first, wanted);
  await first.giveBack(wanted.slice(0, 1));
  expect(await take(second, wanted)).toEqual(wanted.slice(0, 1));
  await services.db
    .update(workers)
    .set({ aliveUntil: plus(new Date(), -120_000) })
    .where(eq(workers.id, first.workerId));
  await second.bury();
  expect(await services.db.select({ lane: workLeases.lane }).from(workLeases)).toEqual([
    { lane: wanted[0]?.lane },
  ]);
});
