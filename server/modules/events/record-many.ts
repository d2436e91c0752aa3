import { sql } from "drizzle-orm";
import { events } from "@/drizzle/schema/events";
import type { Ctx } from "@/server/access/ctx";
import { newId, newMessageId } from "@/server/kernel/ids";
import type { DomainEvent } from "./record";

/** `recordEvent` for many at once, in one statement. */
export async function recordEvents(ctx: Ctx, happened: readonly DomainEvent[]): Promise<void> {
  const rows = happened.map((event) => ({ ...event, id: newId(), messageId: newMessageId() }));
  await ctx.db.execute(sql`
    insert into ${events} (workspace_id, id, message_id, type, subject_user_id, data, occurred_at)
    select ${ctx.actor.workspaceId}::uuid, id, "messageId", type, "subjectUserId", data,
      ${ctx.now().toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as given(id uuid, "messageId" text, type text, "subjectUserId" uuid, data jsonb)`);
}
