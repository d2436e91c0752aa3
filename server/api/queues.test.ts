import { afterAll, beforeAll, expect, test } from "vitest";
import { operations } from "@/drizzle/schema/operations";
import { workers, workLeases } from "@/drizzle/schema/work";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { second } from "@/server/kernel/time/clock";
import { lockTable } from "@/server/test/lock-table";
import { operationStage } from "@/server/test/operation-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { dispatchWith } from "./dispatch";
import { carryOutDue } from "./operation-work";

const clock = standingClock();
let services: Services;

beforeAll(async () => {
  services = await testServices({ clock, wakes: true });
});
afterAll(() => services.close());

async function ask(authorization = `Bearer ${services.settings.cronSecret}`): Promise<Response> {
  const request = new Request("http://anything.example/api/queues", { headers: { authorization } });
  const response = await dispatchWith(services, request, { ip: null, host: "anything.example" });
  if (!response) throw new Error("The route was left to the pages");
  return response;
}
const queues = async () => ((await (await ask()).json()) as { queues: { kind: string }[] }).queues;
const nothing = { dueCount: 0, oldestSeconds: 0, heldLaneCount: 0, workerCount: 0 };

test("401 without the secret", async () => {
  expect((await ask("Bearer wrong")).status).toBe(401);
});

test("200 every kind of work, with nothing due", async () => {
  const found = await queues();
  expect(found.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["operations", "report-downloads", "scheduled-reports", "webhook-deliveries"]),
  );
  expect(found).toEqual(found.map(({ kind }) => ({ kind, ...nothing })));
});

test("200 the number of due items, the age of the oldest, and the lanes that living workers lease", async () => {
  const stage = await operationStage(services, clock);
  const held = await lockTable("labels");
  for (const name of ["Blue", "Green", "Red"]) await stage.later({ name, color: "0000ff" });
  await held.waiting(2);
  await services.db.update(operations).set({ dueAt: testNow });
  clock.set(new Date(testNow.getTime() + 42 * second));
  const dead = newId();
  await services.db.insert(workers).values({ id: dead, aliveUntil: testNow });
  await services.db
    .insert(workLeases)
    .values({ kind: "operations", workspaceId: newId(), lane: "of the dead", workerId: dead });
  expect((await queues()).find(({ kind }) => kind === "operations")).toEqual({
    kind: "operations",
    dueCount: 3,
    oldestSeconds: 42,
    heldLaneCount: 1,
    workerCount: 1,
  });
  await held.release();
  await carryOutDue(services);
  expect((await queues()).find(({ kind }) => kind === "operations")).toEqual({
    kind: "operations",
    ...nothing,
  });
});
