import { sql } from "drizzle-orm";
import { type EventData, events } from "@/drizzle/schema/events";
import type { EventType } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { statement } from "@/server/kernel/db";
import { newId, newMessageId } from "@/server/kernel/ids";
import { tell } from "./subscribers";

/** What happened to whom. */
export interface DomainEvent {
  type: EventType;
  /** The person whom it is about; for a leave, its owner. */
  subjectUserId: string;
  data: EventData;
}

const { placeholder } = sql;
const insert = statement(sql`
  insert into ${events} (workspace_id, id, message_id, type, subject_user_id, data, occurred_at)
  values (${placeholder("workspaceId")}, ${placeholder("id")}, ${placeholder("messageId")}, ${placeholder("type")},
    ${placeholder("subjectUserId")}, ${placeholder("data")}::text::jsonb, ${placeholder("occurredAt")})`);

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
  const given = { ...row, data: JSON.stringify(row.data), occurredAt: row.occurredAt.toISOString() };
  await Promise.all([insert(ctx.db, given), tell(ctx, "recorded", [row])]);
}
