import { calendarFeedSubscriber } from "@/server/modules/calendar-feeds/subscriber";
import { delegationSubscriber } from "@/server/modules/delegations/subscriber";
import { subscribe } from "@/server/modules/events/subscribers";
import { leaveMailSubscriber } from "@/server/modules/leave-mail/subscriber";
import { leaveTypeSubscriber } from "@/server/modules/leave-types/subscriber";
import { leaveSubscriber } from "@/server/modules/leaves/subscriber";
import { webhookSubscriber } from "@/server/modules/webhooks/subscriber";

// Who hears what happens in other modules. Whatever answers requests, runs jobs or commands imports this.
subscribe("webhooks", webhookSubscriber);
subscribe("leave-mail", leaveMailSubscriber);
subscribe("delegations", delegationSubscriber);
subscribe("calendar-feeds", calendarFeedSubscriber);
subscribe("leave-types", leaveTypeSubscriber);
subscribe("leaves", leaveSubscriber);
