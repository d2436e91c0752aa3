import { expect, it } from "vitest";
import { newId } from "@/server/kernel/ids";
import { Lane } from "./lane";

it("a batch that failed keeps all of its rows out of the next claim, not only the first", () => {
  const key = { workspaceId: newId(), lane: "lane" };
  const lane = new Lane(key, { laneSlots: 1 }, () => new Date());
  const ids = [newId(), newId(), newId()];
  const batch = { ...key, id: ids[0] ?? "", ids };
  lane.fill([batch], 1);
  expect(lane.next()).toBe(batch);
  lane.backOff(batch);
  lane.done();
  expect([...lane.inHand].sort()).toEqual([...ids].sort());
  expect(lane.isEmpty).toBe(true);
});
