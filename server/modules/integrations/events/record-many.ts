import { sql } from "drizzle-orm";
import { events } from "@/drizzle/schema/events";
import type { Ctx } from "@/server/access/ctx";
import { statement } from "@/server/kernel/database/db";
import { newId, newMessageId } from "@/server/kernel/ids";
import type { DomainEvent } from "./record";
import { tell } from "./subscribers";

const { placeholder } = sql;
const insert = statement(sql`
  insert into ${events} (workspace_id, id, message_id, type, subject_user_id, data, occurred_at)
  select ${placeholder("workspaceId")}::uuid, id, "messageId", type, "subjectUserId", data, ${placeholder("at")}::timestamptz
  from jsonb_to_recordset(${placeholder("rows")}::text::jsonb)
    as given(id uuid, "messageId" text, type text, "subjectUserId" uuid, data jsonb)`);

/** `recordEvent` for many events: one INSERT, and one notification of the subscribers. */
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
  await insert(ctx.db, { workspaceId, at: occurredAt.toISOString(), rows: JSON.stringify(rows) });
  await tell(ctx, "recorded", rows);
}
