import type { Subscriber } from "@/server/modules/integrations/events/subscribers";
import { endDelegationsOf } from "./end";

/** Ends the delegations of a user who can no longer sign in, as stand-in and as approver; a reactivation does not restore them. */
export const delegationSubscriber: Subscriber = {
  deactivated: (tx, { userId }) => endDelegationsOf(tx, userId),
};
