import { afterAll, beforeAll, expect, test } from "vitest";
import type { Services } from "@/server/kernel/services";
import { minute, plus } from "@/server/kernel/time/clock";
import { standingClock, testServices } from "@/server/test/services";
import type { Job } from "./list";
import { runDueJobs } from "./run";

let services: Services;
const clock = standingClock();

beforeAll(async () => {
  services = await testServices({ clock }, { LOG_LEVEL: "silent" });
});

afterAll(() => services.close());

test("a failing job is reported and does not hold up the next", async () => {
  const jobs: Job[] = [
    { name: "broken", run: () => Promise.reject(new Error("no")) },
    { name: "sound", run: async () => 3 },
  ];
  expect(await runDueJobs(services, jobs)).toEqual([
    { name: "broken", done: 0, failed: true },
    { name: "sound", done: 3 },
  ]);
});

test("a job with an interval runs at once, and again only after the interval or when the clock was set back", async () => {
  const job: Job = { name: "tidy", everyMs: minute, run: async () => 1 };
  const ran = async () => (await runDueJobs(services, [job])).length === 1;
  const start = clock();
  expect([await ran(), await ran()]).toEqual([true, false]);
  clock.set(plus(start, minute));
  expect([await ran(), await ran()]).toEqual([true, false]);
  clock.set(plus(start, -10 * minute));
  expect(await ran()).toBe(true);
});

test("while the pool is overloaded, only jobs that may free a connection run", async () => {
  const jobs: Job[] = [
    { name: "tidy in overload", run: async () => 1 },
    { name: "free", runsInOverload: true, run: async () => 1 },
  ];
  const crowded = {
    ...services,
    pools: { ...services.pools, main: { ...services.pools.main, isOverloaded: true } },
  };
  expect((await runDueJobs(crowded as Services, jobs)).map(({ name }) => name)).toEqual(["free"]);
});
