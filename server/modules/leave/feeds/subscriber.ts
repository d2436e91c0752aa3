import type { Subscriber } from "@/server/modules/integrations/events/subscribers";
import { endFeedsOf } from "./end-feed";

/** Ends a user's calendar feeds with their access; a reactivation does not restore them. */
export const calendarFeedSubscriber: Subscriber = {
  deactivated: (tx, { userId }) => endFeedsOf(tx, userId),
};
