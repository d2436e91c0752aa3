import type { LaneCapacity, WorkItem } from "./kind";
import type { Lane } from "./lane";
import type { Slots } from "./slots";

/** Capacity for items ahead of their turn. Once one is hungry, all lanes are filled: small claims cost too much. @param share per lane */
export function capacityAhead<Item extends WorkItem>(
  lanes: readonly Lane<Item>[],
  share: number,
): LaneCapacity[] {
  if (!lanes.some((lane) => lane.isHungry(share))) return [];
  return lanes.flatMap((lane) => {
    const capacity = lane.capacityAhead(share);
    return capacity > 0 ? [{ ...lane.key, capacity, inHand: lane.inHand }] : [];
  });
}

/** One item per lane, the least recently served lane first; then a second one, as long as slots are free. */
export function capacityForSlots<Item extends WorkItem>(
  lanes: readonly Lane<Item>[],
  slots: Slots,
  laneSlots: number,
): LaneCapacity[] {
  const open = lanes.filter((lane) => lane.wantsItems).sort((a, b) => a.begunAt - b.begunAt);
  const capacities = new Map<Lane<Item>, number>();
  let { free } = slots;
  for (let count = 0; count < laneSlots; count++)
    for (const lane of open) {
      const capacity = capacities.get(lane) ?? 0;
      const isTurn = lane.sending + capacity === count;
      if (!isTurn || free <= (count === 0 ? 0 : slots.reserved)) continue;
      capacities.set(lane, capacity + 1);
      free--;
    }
  return [...capacities].map(([lane, capacity]) => ({ ...lane.key, capacity, inHand: lane.inHand }));
}
