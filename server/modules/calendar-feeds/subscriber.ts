import type { Subscriber } from "@/server/modules/events/subscribers";
import { endFeedsOf } from "./end-feed";

/** Whose access ends, their calendars end, too; nothing comes back with them. */
export const calendarFeedSubscriber: Subscriber = {
  deactivated: (tx, { userId }) => endFeedsOf(tx, userId),
};
