import { sql } from "drizzle-orm";
import { webhookDeliveries, webhooks } from "@/drizzle/schema/webhooks";
import type { Services } from "@/server/kernel/services";
import { second } from "@/server/kernel/time/clock";
import { dueWorkOf } from "@/server/worker/due-work";
import type { Kind } from "@/server/worker/kind";
import { secureRandom } from "@/server/worker/retry";
import { type ClaimedDelivery, claimDeliveries } from "./claim";
import { deliveriesWake } from "./fan-out";
import { type Attempt, recordAttempts } from "./record-attempts";
import { signingSecrets } from "./secret";
import { createSender, type Sender } from "./sender";
import { signatureHeaders } from "./sign";

export interface SendingOptions {
  sender?: Sender;
  random?: () => number;
}

/**
 * Deliveries as due work. A webhook is a lane, so that its concurrency limit applies across all processes. A hanging receiver delays only
 * itself; a failing one is only probed.
 */
export function deliveryWork(
  services: Services,
  {
    sender = createSender({ allowHosts: services.settings.webhookAllowHosts }),
    random = secureRandom,
  }: SendingOptions = {},
): Kind<ClaimedDelivery, Attempt> {
  let isClosed = false;
  return {
    name: deliveriesWake,
    queue: {
      table: webhookDeliveries,
      workspaceId: webhookDeliveries.workspaceId,
      lane: webhookDeliveries.webhookId,
      dueAt: webhookDeliveries.nextAttemptAt,
      pending: sql`${webhookDeliveries.status} = 'pending'`,
      unsettled: {
        table: webhooks,
        workspaceId: webhooks.workspaceId,
        id: webhooks.id,
        // Since recently: what is pending longer than that comes due.
        isUnsettled: (now) =>
          sql`${webhooks.status} <> 'active' and coalesce(${webhooks.revokedAt}, ${webhooks.pausedAt}) > ${now} - interval '1 hour'`,
      },
    },
    slots: 256,
    laneSlots: 5,
    failingSlots: 1,
    slow: { afterMs: second / 4, max: 2048 },
    // A larger claim would save less than the garbage collector pays for deliveries that wait in memory.
    ahead: { min: 64, max: 1024, ofAllLanes: 2048 },
    claim: claimDeliveries,
    async perform({ clock }, item) {
      const { webhook, body, messageId } = item;
      const startedAt = clock();
      const secrets = signingSecrets(services, webhook);
      const requestHeaders = signatureHeaders({ messageId, at: startedAt, body, secrets });
      const outcome = await sender.send({ url: webhook.url, headers: requestHeaders, body });
      // We aborted the request ourselves: that says nothing about the receiver.
      if (isClosed && outcome.httpStatus === null) return undefined;
      return { item, outcome, startedAt, requestHeaders, random: random() };
    },
    settle: (tx, ended, { clock }) =>
      recordAttempts(
        tx,
        ended.map(({ outcome }) => outcome),
        clock(),
      ),
    isFailure: ({ outcome }) => !outcome.ok,
    nameOf: ({ outcome }) => (outcome.ok ? "delivered" : "failed"),
    close() {
      isClosed = true;
      return sender.close();
    },
  };
}

/** Due work: sends what is due. @returns how many attempts were made since the last call */
export const deliverDue = dueWorkOf(deliveriesWake, (services) => deliveryWork(services));
