import type { LaneCapacity, WorkItem } from "./kind";
import type { Lane } from "./lane";
import type { Slots } from "./slots";

/** Items ahead of their time. Once one lane is hungry all are filled up: claims of a few cost too much. @param share each lane's part */
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

/** One for each lane, those first that had none for longest; then a second one, as long as there are slots. */
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
