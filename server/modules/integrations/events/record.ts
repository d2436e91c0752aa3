import { sql } from "drizzle-orm";
import { type EventData, events } from "@/drizzle/schema/events";
import type { EventType } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { statement } from "@/server/kernel/database/db";
import { newId, newMessageId } from "@/server/kernel/ids";
import { tell } from "./subscribers";

/** An event of the domain, with its subject. */
export interface DomainEvent {
  type: EventType;
  /** The event's subject, an employee; for a leave, its owner. */
  subjectUserId: string;
  data: EventData;
}

const { placeholder } = sql;
const insert = statement(sql`
  insert into ${events} (workspace_id, id, message_id, type, subject_user_id, data, occurred_at)
  values (${placeholder("workspaceId")}, ${placeholder("id")}, ${placeholder("messageId")}, ${placeholder("type")},
    ${placeholder("subjectUserId")}, ${placeholder("data")}::text::jsonb, ${placeholder("occurredAt")})`);

/**
 * Records an event and notifies the subscribers, in the transaction of the change itself: they commit together or not at all (decision 8).
 * `ctx.db` must be that transaction.
 */
export async function recordEvent(ctx: Ctx, event: DomainEvent): Promise<void> {
  const row = {
    workspaceId: ctx.actor.workspaceId,
    id: newId(),
    messageId: newMessageId(),
    ...event,
    occurredAt: ctx.now(),
  };
  // The INSERT is sent before any statement of a subscriber, and their first queries share its round trip.
  const given = { ...row, data: JSON.stringify(row.data), occurredAt: row.occurredAt.toISOString() };
  await Promise.all([insert(ctx.db, given), tell(ctx, "recorded", [row])]);
}
