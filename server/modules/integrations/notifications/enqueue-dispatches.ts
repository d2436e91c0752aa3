import type { occurrences } from "@/drizzle/schema/schedules";
import type { InWorkspace } from "@/server/access/ctx";
import { recordQueued } from "@/server/modules/integrations/schedules/record-queued";
import { type BulkRecipient, enqueueBulkMails } from "@/server/modules/messaging/outbox/enqueue-bulk";
import { composeMail } from "./compose-mail";
import type { Message } from "./message";

interface WrittenOccurrence {
  id: string;
  content: (typeof occurrences.$inferSelect)["content"];
  notification: { id: string; name: string };
}

/** The text as `writeTexts` stored it. */
const messageOf = ({ content }: WrittenOccurrence): Message => content as Message;

/** Queues mails of an occurrence whose text exists: those of failed dispatches, or of the version before. @param tx inside a transaction */
export async function enqueueDispatches(
  tx: InWorkspace,
  occurrence: WrittenOccurrence,
  recipients: readonly BulkRecipient[],
): Promise<void> {
  if (recipients.length === 0) return;
  const { workspaceId, services } = tx;
  const { id: occurrenceId, notification } = occurrence;
  const mail = composeMail(services.settings, {
    ...{ workspaceId, occurrenceId, notification },
    message: messageOf(occurrence),
  });
  await enqueueBulkMails(tx, [{ ...mail, recipients }]);
  await recordQueued(
    tx,
    recipients.map(({ id }) => id),
  );
}
