import { type IntegrationPlatform, integrationPlatforms } from "@/drizzle/schema/values";
import { inTransaction, systemContext } from "@/server/access/ctx";
import { wake } from "@/server/kernel/database/wake";
import type { Services } from "@/server/kernel/services";
import { feedOf } from "@/server/modules/integrations/schedules/fire";
import { dueWorkOf } from "@/server/worker/due-work";
import type { Hold, Kind } from "@/server/worker/kind";
import { claimTexts, type TextBatch, textQueue } from "./claim-texts";
import { type Composed, composeTexts } from "./compose";
import { messagesKind } from "./message-work";
import { notificationSchedule } from "./schedule";
import { writeTexts } from "./write-texts";

/** Also the name under which a change wakes the work. */
export const textsKind = "notification-texts";

/**
 * Texts as due work: first, due notifications become occurrences; then each gets its text, which the outbox and the kinds of the
 * platforms send. A
 * workspace is a lane.
 */
export function textWork(): Kind<TextBatch> {
  return {
    name: textsKind,
    queue: textQueue,
    // Each slot queries the database, which requests need too.
    slots: 4,
    laneSlots: 1,
    ...feedOf(notificationSchedule),
    claim: claimTexts,
    async perform(services, { texts }, hold) {
      const composed = await composeTexts(services, texts);
      await finish(services, composed, hold).catch(async (err: unknown) => {
        services.log.error({ err }, "texts of notifications could not be written");
        await finish(
          services,
          texts.map((text) => ({ ...text, isPutOff: true })),
          hold,
        );
      });
      for (const platform of platformsOf(composed)) wake(services, messagesKind(platform));
      return undefined;
    },
  };
}

const finish = (services: Services, composed: readonly Composed[], hold: Hold): Promise<void> =>
  inTransaction(systemContext(services), async (tx) => {
    if (await hold(tx.db)) await writeTexts(tx, composed);
  });

/** The platforms with a kind of work of their own. */
const platformsOf = (composed: readonly Composed[]): readonly IntegrationPlatform[] =>
  integrationPlatforms.filter((platform) =>
    composed.some(
      (one) => "message" in one && one.notification.destinations.some((to) => to.platform === platform),
    ),
  );

/** Due work: fires and composes due notifications. @returns how many batches of texts since the last call */
export const composeDue = dueWorkOf(textsKind, textWork);
