import { calendarFeedSubscriber } from "@/server/modules/calendar-feeds/subscriber";
import { delegationSubscriber } from "@/server/modules/delegations/subscriber";
import { subscribe } from "@/server/modules/events/subscribers";
import { leaveMailSubscriber } from "@/server/modules/leave-mail/subscriber";
import { leaveTypeSubscriber } from "@/server/modules/leave-types/subscriber";
import { leaveSubscriber } from "@/server/modules/leaves/subscriber";
import { webhookSubscriber } from "@/server/modules/webhooks/subscriber";

// Subscribers to other modules' events. Every process that answers requests, runs jobs or commands imports this.
subscribe("webhooks", webhookSubscriber);
subscribe("leave-mail", leaveMailSubscriber);
subscribe("delegations", delegationSubscriber);
subscribe("calendar-feeds", calendarFeedSubscriber);
subscribe("leave-types", leaveTypeSubscriber);
subscribe("leaves", leaveSubscriber);
