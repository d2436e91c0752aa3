import { sql } from "drizzle-orm";
import { events } from "@/drizzle/schema/events";
import type { Ctx } from "@/server/access/ctx";
import { newId, newMessageId } from "@/server/kernel/ids";
import type { DomainEvent } from "./record";
import { tell } from "./subscribers";

/** `recordEvent` for many at once: one statement for the events, and subscribers are told of all together. */
export async function recordEvents(ctx: Ctx, happened: readonly DomainEvent[]): Promise<void> {
  const { workspaceId } = ctx.actor;
  const occurredAt = ctx.now();
  const rows = happened.map((event) => ({
    ...event,
    workspaceId,
    id: newId(),
    messageId: newMessageId(),
    occurredAt,
  }));
  await ctx.db.execute(sql`
    insert into ${events} (workspace_id, id, message_id, type, subject_user_id, data, occurred_at)
    select ${workspaceId}::uuid, id, "messageId", type, "subjectUserId", data, ${occurredAt.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as given(id uuid, "messageId" text, type text, "subjectUserId" uuid, data jsonb)`);
  await tell(ctx, "recorded", rows);
}
