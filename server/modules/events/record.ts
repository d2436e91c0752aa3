import { type EventData, events } from "@/drizzle/schema/events";
import type { EventType } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { insertInto } from "@/server/kernel/db";
import { newId, newMessageId } from "@/server/kernel/ids";
import { tell } from "./subscribers";

/** What happened to whom. */
export interface DomainEvent {
  type: EventType;
  /** The person whom it is about; for a leave, its owner. */
  subjectUserId: string;
  data: EventData;
}

const insert = insertInto(events);

/**
 * Writes what happened and tells whoever subscribed, in the transaction of the change itself: they commit together or not at all
 * (decision 8). `ctx.db` must be that transaction.
 */
export async function recordEvent(ctx: Ctx, event: DomainEvent): Promise<void> {
  const row = {
    workspaceId: ctx.actor.workspaceId,
    id: newId(),
    messageId: newMessageId(),
    ...event,
    occurredAt: ctx.now(),
  };
  // The event is on its way before anything that a subscriber writes, and what that asks first costs no round trip of its own.
  await Promise.all([insert(ctx.db, row), tell(ctx, "recorded", [row])]);
}
