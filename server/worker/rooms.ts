import type { LaneRoom, WorkItem } from "./kind";
import type { Lane } from "./lane";
import type { Slots } from "./slots";

/** Items ahead of their time. Once one lane is hungry all are filled up: claims of a few cost too much. @param share each lane's part */
export function roomsAhead<Item extends WorkItem>(lanes: readonly Lane<Item>[], share: number): LaneRoom[] {
  if (!lanes.some((lane) => lane.isHungry(share))) return [];
  return lanes.flatMap((lane) => {
    const room = lane.roomAhead(share);
    return room > 0 ? [{ ...lane.key, room, inHand: lane.inHand }] : [];
  });
}

/** One for each lane, those first that had none for longest; then a second one, as long as there are slots. */
export function roomsForSlots<Item extends WorkItem>(
  lanes: readonly Lane<Item>[],
  slots: Slots,
  laneSlots: number,
): LaneRoom[] {
  const open = lanes.filter((lane) => lane.wantsItems).sort((a, b) => a.begunAt - b.begunAt);
  const rooms = new Map<Lane<Item>, number>();
  let { free } = slots;
  for (let count = 0; count < laneSlots; count++)
    for (const lane of open) {
      const room = rooms.get(lane) ?? 0;
      const isTurn = lane.sending + room === count;
      if (!isTurn || free <= (count === 0 ? 0 : slots.reserved)) continue;
      rooms.set(lane, room + 1);
      free--;
    }
  return [...rooms].map(([lane, room]) => ({ ...lane.key, room, inHand: lane.inHand }));
}
