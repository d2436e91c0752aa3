import type { Subscriber } from "@/server/modules/events/subscribers";
import { endDelegationsOf } from "./end";

/** Who can no longer sign in neither stands in nor has anybody stand in for them; nothing comes back with them. */
export const delegationSubscriber: Subscriber = {
  deactivated: (tx, { userId }) => endDelegationsOf(tx, userId),
};
