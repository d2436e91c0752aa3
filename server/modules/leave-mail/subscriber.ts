import type { Subscriber } from "@/server/modules/events/subscribers";
import { noteLeaveEvents } from "./note-leave-events";
import { noteReminder } from "./note-reminder";

/** What mails about leave do when something happens elsewhere. */
export const leaveMailSubscriber: Subscriber = { recorded: noteLeaveEvents, reminded: noteReminder };
