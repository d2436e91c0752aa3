import type { Subscriber } from "@/server/modules/integrations/events/subscribers";
import { noteCertificate } from "./note-certificate";
import { noteLeaveEvents } from "./note-leave-events";
import { noteReminder } from "./note-reminder";

/** How mails about leave react to events of other modules. */
export const leaveMailSubscriber: Subscriber = {
  recorded: noteLeaveEvents,
  reminded: noteReminder,
  certificateAsked: noteCertificate,
};
