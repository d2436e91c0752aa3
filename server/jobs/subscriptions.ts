import { subscribe } from "@/server/modules/integrations/events/subscribers";
import { webhookSubscriber } from "@/server/modules/integrations/webhooks/subscriber";
import { certificateSubscriber } from "@/server/modules/leave/certificates/subscriber";
import { calendarFeedSubscriber } from "@/server/modules/leave/feeds/subscriber";
import { leaveTypeSubscriber } from "@/server/modules/leave/leave-types/subscriber";
import { leaveMailSubscriber } from "@/server/modules/leave/mail/subscriber";
import { leaveSubscriber } from "@/server/modules/leave/requests/subscriber";
import { delegationSubscriber } from "@/server/modules/people/delegations/subscriber";
import { signInPolicySubscriber } from "@/server/modules/workspace/sign-in-policy/subscriber";

// Subscribers to other modules' events. Every process that answers requests, runs jobs or commands imports this.
subscribe("webhooks", webhookSubscriber);
subscribe("leave-mail", leaveMailSubscriber);
subscribe("delegations", delegationSubscriber);
subscribe("calendar-feeds", calendarFeedSubscriber);
subscribe("leave-types", leaveTypeSubscriber);
subscribe("certificates", certificateSubscriber);
subscribe("leaves", leaveSubscriber);
subscribe("sign-in-policy", signInPolicySubscriber);
