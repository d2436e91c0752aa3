import type { Subscriber } from "@/server/modules/integrations/events/subscribers";
import { requireAnotherHolder } from "./require-another-holder";

/** How the policy of signing in reacts to administrators who go. */
export const signInPolicySubscriber: Subscriber = { administratorsEnded: requireAnotherHolder };
