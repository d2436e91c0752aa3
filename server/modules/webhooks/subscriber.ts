import type { Subscriber } from "@/server/modules/events/subscribers";
import { enqueueEvents } from "./fan-out";
import { pauseWebhooksOfKey, pauseWebhooksOfOwner } from "./pause-for";

/** What webhooks do when something happens elsewhere. */
export const webhookSubscriber: Subscriber = {
  recorded: enqueueEvents,
  async deactivated(tx, { userId }) {
    await pauseWebhooksOfOwner(tx, userId);
  },
  async revoked(tx, { keyId, pauseWebhooks }) {
    if (pauseWebhooks) await pauseWebhooksOfKey(tx, keyId);
  },
};
