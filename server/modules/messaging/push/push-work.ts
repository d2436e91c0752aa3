import type { Services } from "@/server/kernel/services";
import { second } from "@/server/kernel/time/clock";
import { createSender, type GuardedSender } from "@/server/modules/integrations/webhooks/sender";
import { pushQueue } from "@/server/modules/messaging/outbox/claim";
import { dueWorkOf } from "@/server/worker/due-work";
import type { Kind } from "@/server/worker/kind";
import { secureRandom } from "@/server/worker/retry";
import { type ClaimedPush, claimPushes } from "./claim";
import { pushesWake } from "./enqueue";
import type { PushOutcome } from "./push-outcome";
import { sendPush } from "./send";
import { settlePushes } from "./settle";

export interface PushWorkOptions {
  sender?: GuardedSender;
  /** The jitter of retries, from 0 to 1. */
  random?: () => number;
}

/** Push notifications as due work, by the guarded sender of webhooks. A push service that hangs delays no one else's for long. */
export function pushWork(
  { settings }: Services,
  {
    sender = createSender({ allowHosts: settings.webhookAllowHosts }),
    random = secureRandom,
  }: PushWorkOptions = {},
): Kind<ClaimedPush, PushOutcome> {
  return {
    name: pushesWake,
    queue: pushQueue,
    slots: 16,
    laneSlots: 8,
    slow: { afterMs: second, max: 128 },
    claim: claimPushes,
    perform: (services, push) => sendPush(services, push, sender),
    settle: (tx, ended, services) => settlePushes(tx, ended, services, random),
    nameOf: ({ kind }) => kind,
    close: () => sender.close(),
  };
}

/** Due work: sends due push notifications. @returns how many were attempted since the last call */
export const sendDuePushes = dueWorkOf(pushesWake, (services) => pushWork(services));
