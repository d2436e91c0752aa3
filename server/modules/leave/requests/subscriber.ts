import type { Subscriber } from "@/server/modules/integrations/events/subscribers";
import { endLeaveBeyond } from "./end-leave-beyond";

/** Ends leave together with the employment. */
export const leaveSubscriber: Subscriber = { employmentChanging: endLeaveBeyond };
