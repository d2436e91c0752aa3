import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { json, left, type StandIn, standIn } from "./stand-in";

let stand: StandIn;
let answeredCount: number;
// The clock stands still while requests travel: no test depends on how long they take.
beforeEach(() => {
  answeredCount = 0;
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
});
afterEach(async () => {
  vi.useRealTimers();
  await stand.close();
});

const turn = () => new Promise((resolve) => setImmediate(resolve));
async function answered(count: number): Promise<void> {
  while (answeredCount < count) await turn();
}

const get = async (id: string, signal?: AbortSignal) => {
  await stand.timeaway.labels.get(id, signal && { signal });
  answeredCount += 1;
};
const many = (count: number) => Promise.all(Array.from({ length: count }, () => get("label-1")));
const emptyBucket = () => standIn([json(200, { data: {} }, left(0))]);

/** Lets waiting requests go one after the other, each with the next 100 ms. */
async function goOneByOne(count: number): Promise<void> {
  for (let gone = 0; gone < count; gone++) {
    const before = answeredCount;
    await turn();
    await vi.advanceTimersByTimeAsync(100);
    await answered(before + 1);
  }
}
const times = (start: number) => stand.received.map(({ at }) => at - start);

it("waits for an empty bucket: 60 at once are 50 at once, then one each 100 ms", async () => {
  stand = await emptyBucket();
  const start = Date.now();
  const all = many(60);
  await answered(50);
  await goOneByOne(10);
  await all;
  const oneByOne = Array.from({ length: 10 }, (_, at) => (at + 1) * 100);
  expect(times(start)).toEqual([...Array(50).fill(0), ...oneByOne]);
});

it("the answers account for other clients", async () => {
  stand = await emptyBucket();
  const start = Date.now();
  await get("label-1");
  const all = many(3);
  await goOneByOne(3);
  await all;
  expect(times(start)).toEqual([0, 100, 200, 300]);
});

it("a caller that gives up while waiting lets the next one in", async () => {
  stand = await emptyBucket();
  await get("label-1");
  const controller = new AbortController();
  const refused = expect(get("label-2", controller.signal)).rejects.toThrow("no longer needed");
  await turn();
  controller.abort(new Error("no longer needed"));
  await refused;
  const next = get("label-3");
  await goOneByOne(1);
  await next;
  expect(stand.received.map(({ path }) => path.at(-1))).toEqual(["1", "3"]);
});

it("a machine that slept: the bucket has filled up, and no request waits for hours", async () => {
  stand = await emptyBucket();
  await get("label-1");
  const waiting = many(5);
  await turn();
  const asleepMs = 8 * 3_600_000;
  vi.setSystemTime(Date.now() + asleepMs);
  await vi.advanceTimersByTimeAsync(100);
  await waiting;
  // A clock that was set back has not emptied the bucket, and no request waits until the clock has caught up.
  vi.setSystemTime(Date.now() - asleepMs);
  const later = many(2);
  await goOneByOne(2);
  await later;
  expect(stand.received).toHaveLength(8);
});
