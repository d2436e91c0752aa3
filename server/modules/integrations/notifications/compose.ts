import { setImmediate as nextTurn } from "node:timers/promises";
import type { SkipReason } from "@/drizzle/schema/values";
import type { Services } from "@/server/kernel/services";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { buildMessage } from "./build-message";
import type { DueText } from "./claim-texts";
import { composeMail, type OccurrenceMail } from "./compose-mail";
import { loadOwners, type OwnerContext } from "./load-owners";
import type { Message } from "./message";
import { SharedReads } from "./shared-reads";

interface Written {
  message: Message;
  /** Null without an address. */
  mail: OccurrenceMail | null;
}

/** The result for one text. */
export type Composed = DueText & (Written | { skip: SkipReason } | { isPutOff: true });

async function compose(
  services: Services,
  { occurrence, notification }: DueText,
  found: OwnerContext | undefined,
  reads: SharedReads,
): Promise<Written | { skip: SkipReason }> {
  const isTest = occurrence.kind === "test";
  if (!notification.enabled && !isTest) return { skip: "paused" };
  if (!found) return { skip: "owner_gone" };
  const day = dayNumber(occurrence.localDate);
  const ctx = { ...found.ctx, reads };
  const { message, isEmpty } = await buildMessage(ctx, notification, day, found.owner, isTest);
  const sendsEmpty = isTest || (notification.frequency !== "BIRTHDAY" && notification.sendEmpty);
  if (isEmpty && !sendsEmpty) return { skip: "nobody" };
  const { workspaceId, id: occurrenceId } = occurrence;
  const isMailed = notification.destinations.some(({ platform }) => platform === "email");
  if (!isMailed) return { message, mail: null };
  return {
    message,
    mail: composeMail(services.settings, { workspaceId, occurrenceId, message, notification }),
  };
}

/** Composes texts of one workspace; a text that cannot be composed does not affect the others. */
export async function composeTexts(services: Services, texts: readonly DueText[]): Promise<Composed[]> {
  const owners = await loadOwners(
    services,
    texts.map(({ notification }) => notification),
  );
  const reads = new SharedReads();
  const composed: Composed[] = [];
  for (const text of texts) {
    try {
      const made = await compose(services, text, owners.get(text.notification.ownerId), reads);
      composed.push({ ...text, ...made });
    } catch (err) {
      services.log.error({ err, occurrence: text.occurrence.id }, "a notification could not be composed");
      composed.push({ ...text, isPutOff: true });
    }
    // Cached reads never yield to the event loop, and requests must not wait for all of the texts.
    await nextTurn();
  }
  return composed;
}
