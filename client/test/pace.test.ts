import { afterEach, expect, it, vi } from "vitest";
import { json, left, type StandIn, standIn } from "./stand-in";

let stand: StandIn;
afterEach(async () => {
  vi.restoreAllMocks();
  await stand.close();
});

const many = (count: number) =>
  Promise.all(Array.from({ length: count }, () => stand.timeaway.labels.get("label-1")));
const gaps = () => stand.received.slice(1).map(({ at }, index) => at - (stand.received[index]?.at ?? 0));

it("waits for an empty bucket: 60 at once are 50 at once, then one each 100 ms", async () => {
  let count = 50;
  stand = await standIn([
    (response, request) => json(200, { data: {} }, left(Math.max(0, --count)))(response, request),
  ]);
  const start = Date.now();
  await many(60);
  const times = stand.received.map(({ at }) => at - start);
  expect(times[49]).toBeLessThan(900);
  expect(times[59]).toBeGreaterThan(900);
});

it("the answers account for other clients", async () => {
  stand = await standIn([json(200, { data: {} }, left(0))]);
  await stand.timeaway.labels.get("label-1");
  await many(3);
  for (const gap of gaps()) expect(gap).toBeGreaterThan(80);
});

it("a caller that gives up while waiting lets the next one in", async () => {
  stand = await standIn([json(200, { data: {} }, left(0))]);
  await stand.timeaway.labels.get("label-1");
  const refused = stand.timeaway.labels.get("label-2", { signal: AbortSignal.timeout(20) });
  await expect(refused).rejects.toThrow(/timeout/);
  await stand.timeaway.labels.get("label-3");
  expect(stand.received.map(({ path }) => path.at(-1))).toEqual(["1", "3"]);
});

it("a machine that slept: the bucket has filled up, and no request waits for hours", async () => {
  stand = await standIn([json(200, { data: {} }, left(0))]);
  await stand.timeaway.labels.get("label-1");
  const now = Date.now;
  let sleptMs = 0;
  vi.spyOn(Date, "now").mockImplementation(() => now() + sleptMs);
  const waiting = many(5);
  sleptMs = 8 * 3_600_000;
  const start = now();
  await waiting;
  expect(now() - start).toBeLessThan(1000);
  // A clock that was set back has not emptied the bucket, and no request waits until the clock has caught up.
  sleptMs = -8 * 3_600_000;
  await many(2);
  expect(now() - start).toBeLessThan(2000);
});
