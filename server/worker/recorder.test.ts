import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { operations } from "@/drizzle/schema/operations";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { testServices } from "@/server/test/services";
import { HeldLanes } from "./held-lanes";
import type { Ended, Kind, LaneKey, WorkItem } from "./kind";
import { Lane } from "./lane";
import { Recorder } from "./recorder";

let services: Services;
beforeAll(async () => {
  services = await testServices({ isDistributed: true }, { LOG_LEVEL: "silent" });
});
afterAll(() => services.close());

it("an outcome that cannot be recorded delays none of another workspace, where workspaces are distributed", async () => {
  const recorded: string[] = [];
  let failing = "";
  const kind: Kind<WorkItem, true> = {
    name: "test",
    queue: {
      table: operations,
      workspaceId: operations.workspaceId,
      dueAt: operations.dueAt,
      pending: sql`true`,
    },
    slots: 1,
    laneSlots: 1,
    claim: async () => ({ items: [] }),
    perform: async () => true,
    async settle(_, ended: readonly Ended<WorkItem, true>[]) {
      for (const { item } of ended) {
        if (item.workspaceId === failing) throw new Error("its server does not respond");
        recorded.push(item.workspaceId);
      }
    },
  };
  const held = new HeldLanes<WorkItem>(services, kind, 10_000, {
    onGone: () => undefined,
    onLate: () => undefined,
  });
  await held.leases.renew();
  const keys: LaneKey[] = [newId(), newId(), newId()].map((id) => ({ workspaceId: id, lane: id }));
  expect(await held.take(await held.leases.findFree(keys))).toBe(3);
  const recorder = new Recorder(services, kind, held, () => undefined);
  failing = keys[0]?.workspaceId ?? "";
  for (const key of keys)
    recorder.add({ lane: new Lane(key, kind, services.clock), item: { ...key, id: newId() }, outcome: true });
  await expect.poll(() => recorded.length).toBe(2);
  expect(recorder.isBusy).toBe(true);
  failing = "";
  await expect.poll(() => recorder.isBusy, { timeout: 5000 }).toBe(false);
  expect(new Set(recorded)).toEqual(new Set(keys.map(({ workspaceId }) => workspaceId)));
});
