import { subscribe } from "@/server/modules/events/subscribers";
import { webhookSubscriber } from "@/server/modules/webhooks/subscriber";

// Who hears what happens in other modules. Whatever answers requests, runs jobs or commands imports this.
subscribe("webhooks", webhookSubscriber);
