import { workspaceOf } from "@/server/access/reach";
import type { Subscriber } from "@/server/modules/integrations/events/subscribers";
import { endHooks } from "./end-hooks";
import { enqueueEvents } from "./fan-out";
import { pauseWebhooksOfKey, pauseWebhooksOfOwner } from "./pause-for";

/** How webhooks react to events of other modules. */
export const webhookSubscriber: Subscriber = {
  recorded: enqueueEvents,
  async deactivated(tx, { userId }) {
    await pauseWebhooksOfOwner(tx, userId);
  },
  async disconnected({ db, actor, now, requestId }, { grantIds }) {
    await endHooks(db, workspaceOf(actor), grantIds, { now: now(), actingUserId: actor.userId, requestId });
  },
  async revoked(tx, { keyId, pauseWebhooks }) {
    if (pauseWebhooks) await pauseWebhooksOfKey(tx, keyId);
  },
};
