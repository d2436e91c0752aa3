import { type IntegrationPlatform, integrationPlatforms } from "@/drizzle/schema/values";
import type { Services } from "@/server/kernel/services";
import { failed } from "@/server/modules/messaging/providers/outcome";
import { dueWorkOf } from "@/server/worker/due-work";
import type { Kind } from "@/server/worker/kind";
import { secureRandom } from "@/server/worker/retry";
import { claimMessagesOn, type PendingMessage, queueOn } from "./claim-messages";
import { type Attempt, isSpent, recordOutcomes } from "./record-outcomes";
import { createSender, type Sender } from "./send";

export interface SendingOptions {
  sender?: Sender;
  random?: () => number;
}

/** One kind per platform, so that a hanging one does not delay the others. Also the name under which a change wakes it. */
export const messagesKind = (platform: IntegrationPlatform) => `notification-messages-${platform}`;

/** Maximum concurrent messages of a platform. */
const slots = 16;

/** Messages on one platform as due work. */
export function messageWork(
  services: Services,
  platform: IntegrationPlatform,
  { sender = createSender(services), random = secureRandom }: SendingOptions = {},
): Kind<PendingMessage, Attempt> {
  return {
    name: messagesKind(platform),
    queue: queueOn(platform),
    slots,
    laneSlots: slots,
    claim: claimMessagesOn(platform),
    async perform(_, item) {
      const outcome = isSpent(item)
        ? failed("UNKNOWN_OUTCOME", "Two attempts ended without a record.")
        : await sender.send(item);
      return { item, outcome, random: random() };
    },
    settle: (tx, ended, { clock }) =>
      recordOutcomes(
        tx,
        ended.map(({ outcome }) => outcome),
        clock(),
      ),
    nameOf: ({ outcome }) => outcome.kind,
    close: () => sender.close(),
  };
}

const works = integrationPlatforms.map((platform) =>
  dueWorkOf(messagesKind(platform), (services) => messageWork(services, platform)),
);

/** Due work: sends due messages. @returns how many were attempted since the last call */
export async function sendDueMessages(services: Services): Promise<number> {
  const counts = await Promise.all(works.map((send) => send(services)));
  return counts.reduce((sum, count) => sum + count, 0);
}
