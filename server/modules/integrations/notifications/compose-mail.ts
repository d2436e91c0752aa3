import type { Settings } from "@/server/kernel/env";
import { type BulkMail, sealBulkBody } from "@/server/modules/messaging/outbox/enqueue-bulk";
import { wordsOf } from "@/server/words/words";
import { linksOf } from "./links";
import type { Message } from "./message";
import { renderMail } from "./render-mail";

/** An occurrence's mail, before it is addressed. */
export type OccurrenceMail = Omit<BulkMail, "recipients">;

interface Content {
  workspaceId: string;
  occurrenceId: string;
  message: Message;
  notification: { id: string; name: string };
}

/** The mail of an occurrence. Each address gets its own: recipients do not see each other, and an invalid address affects only itself. */
export function composeMail(
  settings: Settings,
  { workspaceId, occurrenceId, message, notification }: Content,
): OccurrenceMail {
  const { subject, ...bodies } = renderMail(message, linksOf(settings.appUrl, notification.id));
  return {
    ...{ workspaceId, occurrenceId, kind: "notification", subject },
    body: sealBulkBody(settings, bodies),
    unsubscribe: {
      address: message.owner.email,
      subject: wordsOf(message.locale).say("mail.unsubscribe", { name: notification.name }),
    },
  };
}
