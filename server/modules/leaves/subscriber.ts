import type { Subscriber } from "@/server/modules/events/subscribers";
import { endLeaveBeyond } from "./end-leave-beyond";

/** Leave ends with an employment. */
export const leaveSubscriber: Subscriber = { employmentChanging: endLeaveBeyond };
