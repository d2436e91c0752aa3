import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { webhooks } from "@/drizzle/schema/webhooks";
import type { Services } from "@/server/kernel/services";
import { hour, plus } from "@/server/kernel/time/clock";
import { makeWorkspace } from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";
import { forgetDeliveries, makeDeliveries, makeWebhook } from "@/server/test/webhook-kit";
import { dueLanesOf, pollStart } from "@/server/worker/due-lanes";
import type { LaneKey } from "@/server/worker/kind";
import { deliveryWork } from "./delivery-work";

const clock = standingClock();
let services: Services;
beforeAll(async () => {
  services = await testServices({ clock });
});
afterAll(() => services.close());
beforeEach(() => forgetDeliveries(services));

/** A workspace with a webhook, as its lane. */
async function makeLane(count: number, dueInMs = 0): Promise<LaneKey> {
  const { id, people } = await makeWorkspace(services);
  const hook = await makeWebhook(services, people.admin, { url: "https://example.com/" });
  await makeDeliveries(services, hook, count, { nextAttemptAt: plus(clock(), dueInMs) });
  return { workspaceId: id, lane: hook.id };
}

describe.each([false, true])("due lanes, workspaces distributed: %s", (isDistributed) => {
  const find = (from = pollStart, ours: readonly LaneKey[] = []) =>
    dueLanesOf(deliveryWork(services).queue)(
      { db: services.db, isDistributed: async () => isDistributed },
      from,
      ours,
      clock(),
    );

  it("are those with a due item, in their order, without our own; a search continues after its cursor", async () => {
    const lanes = [await makeLane(2), await makeLane(1), await makeLane(3)];
    await makeLane(5, hour);
    const sorted = lanes.sort((a, b) => (a.workspaceId < b.workspaceId ? -1 : 1));
    expect(await find()).toEqual(sorted);
    expect(await find(pollStart, sorted.slice(1, 2))).toEqual([sorted[0], sorted[2]]);
    expect(await find(sorted[0])).toEqual(sorted.slice(1));
  });

  it("one lane's backlog of older items hides no other lane", async () => {
    const deep = await makeLane(1500, -hour);
    const quick = [await makeLane(1), await makeLane(1)];
    await makeLane(1, hour);
    const names = (found: readonly LaneKey[]) => found.map(({ lane }) => lane).sort();
    expect(names(await find())).toEqual(names([deep, ...quick]));
    expect(names(await find(pollStart, [deep]))).toEqual(names(quick));
  });

  it("include a webhook that was paused, although its deliveries are due later", async () => {
    const paused = await makeLane(1, hour);
    await services.db
      .update(webhooks)
      .set({ status: "paused", pausedReason: "manual", pausedAt: clock() })
      .where(eq(webhooks.id, paused.lane));
    expect(await find()).toEqual([paused]);
  });
});
