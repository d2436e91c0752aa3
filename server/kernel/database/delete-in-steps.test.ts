import { lt, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { throttles } from "@/drizzle/schema/signin";
import type { Services } from "@/server/kernel/services";
import { day, plus } from "@/server/kernel/time/clock";
import { testNow, testServices } from "@/server/test/services";
import { deleteInSteps, updateInSteps } from "./delete-in-steps";

let services: Services;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

const over = lt(throttles.theoreticalArrivalAt, testNow);
const left = () => services.db.$count(throttles);
beforeEach(async () => {
  await services.db.execute(sql`truncate throttles`);
  await services.db.execute(sql`
    insert into throttles select 'over ' || n, ${plus(testNow, -day).toISOString()}::timestamptz from generate_series(1, 12000) n
    union all select 'kept', ${testNow.toISOString()}::timestamptz`);
});

it("deletes expired rows in at most the given number of steps", async () => {
  expect(await deleteInSteps(services, throttles, over, 1)).toBe(5000);
  expect(await deleteInSteps(services, throttles, over)).toBe(7000);
  expect(await left()).toBe(1);
});

it("concurrent calls delete each row once, and skip rows that another transaction locks", async () => {
  await services.db.transaction(async (tx) => {
    await tx.execute(sql`select from throttles where key in ('over 1', 'over 7000') for update`);
    const done = await Promise.all([1, 2, 3].map(() => deleteInSteps(services, throttles, over)));
    expect(done.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(11_998);
  });
  await deleteInSteps(services, throttles, over);
  expect(await left()).toBe(1);
});

it("updates in steps, too", async () => {
  const change = { theoreticalArrivalAt: plus(testNow, day) };
  expect(await updateInSteps(services, throttles, change, over)).toBe(12_000);
  expect(await services.db.$count(throttles, over)).toBe(0);
});
