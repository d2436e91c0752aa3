import { and, eq, sql } from "drizzle-orm";
import { events, type LeaveSnapshot } from "@/drizzle/schema/events";
import { leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { eventTypes } from "@/drizzle/schema/values";
import { webhookDeliveries, webhooks } from "@/drizzle/schema/webhooks";
import { newId, newMessageId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { newSecret } from "@/server/modules/integrations/webhooks/secret";
import { timeOrderedId } from "./time-ordered-id";

export interface BenchWebhook {
  workspaceId: string;
  id: string;
}

/** Deletes every webhook and delivery. */
export const clearWebhooks = ({ db }: Services) =>
  db.execute(sql`truncate webhook_attempts, webhook_bodies, webhook_deliveries, webhooks, events`);

/** Adds webhooks of an administrator of the stage's workspace. */
export async function addWebhooks(
  { db, clock, ...services }: Services,
  url: string,
  count: number,
): Promise<BenchWebhook[]> {
  const [owner] = await db
    .select()
    .from(users)
    .where(and(eq(users.isAdmin, true), eq(users.status, "ACTIVE")));
  if (!owner) throw new Error("The stage has no administrator");
  const at = clock();
  const rows = Array.from({ length: count }, () => {
    const id = newId();
    const { plain: _plain, ...secret } = newSecret({ db, clock, ...services }, id);
    const times = { secretMadeAt: at, createdAt: at, updatedAt: at };
    const { workspaceId, id: ownerId } = owner;
    return {
      workspaceId,
      id,
      ownerId,
      url,
      events: [...eventTypes],
      status: "active" as const,
      ...secret,
      ...times,
    };
  });
  await db.insert(webhooks).values(rows);
  return rows.map(({ workspaceId, id }) => ({ workspaceId, id }));
}

/** The events for a number of a workspace's leaves. */
export async function leaveEvents({ db }: Services, workspaceId: string, count: number) {
  const rows = await db.select().from(leaves).where(eq(leaves.workspaceId, workspaceId)).limit(count);
  return rows.map(
    ({ createdAt, cancelAskedAt: _c, cancelReason: _w, changeAskedAt: _a, wantedChange: _wc, ...leave }) => {
      const { workspaceId: _, updatedAt: _u, openedAt: _o, reason: _r, statusReason: _s, ...shown } = leave;
      const snapshot: LeaveSnapshot = { ...shown, createdAt: createdAt?.toISOString() ?? null };
      const data = { leaveId: leave.id, previousStatus: "OPEN" as const, snapshot };
      return { type: "leave.approved" as const, subjectUserId: leave.userId, data };
    },
  );
}

/** Queues separate events for each webhook, without bodies: as a change leaves them. */
export async function addDeliveries(services: Services, hooks: readonly BenchWebhook[], each: number) {
  const at = services.clock();
  for (const { workspaceId, id: webhookId } of hooks) {
    const happened = await leaveEvents(services, workspaceId, each);
    // There may be fewer leaves than events.
    const all = Array.from({ length: each }, (_, turn) => happened[turn % happened.length] ?? []).flat();
    const queued = all.map((event) => ({
      event: { workspaceId, id: newId(), messageId: newMessageId(), ...event, occurredAt: at },
      id: newId(),
    }));
    // A statement takes 65,535 parameters.
    for (let from = 0; from < each; from += 2000) {
      const rows = queued.slice(from, from + 2000);
      await services.db.insert(events).values(rows.map(({ event }) => event));
      await services.db.insert(webhookDeliveries).values(
        rows.map(({ id, event }) => ({
          ...{ workspaceId, id, webhookId, eventId: event.id },
          ...{ messageId: event.messageId, eventType: event.type, recordId: event.data.leaveId },
          ...{ subjectUserId: event.subjectUserId, occurredAt: at, nextAttemptAt: at, createdAt: at },
        })),
      );
    }
  }
}

/** Queues every delivery once more, with its existing body: as "Recover failed deliveries" does. */
export async function repeatDeliveries({ db, clock }: Services) {
  await db.execute(sql`
    insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, message_id, event_type, subject_user_id, record_id,
      occurred_at, redelivery_of, next_attempt_at, created_at)
    select workspace_id, ${timeOrderedId(sql`row_number() over (order by id)`)}, webhook_id, event_id, message_id, event_type, subject_user_id, record_id,
      occurred_at, id, at, at
    from webhook_deliveries, (select ${clock().toISOString()}::timestamptz as at) t order by id`);
  await db.execute(sql`
    insert into webhook_bodies (workspace_id, delivery_id, body)
    select d.workspace_id, d.id, b.body
    from webhook_deliveries d
    join webhook_bodies b on b.workspace_id = d.workspace_id and b.delivery_id = d.redelivery_of order by d.id`);
}

/** Fills the queue with due deliveries, spread evenly over the webhooks; their IDs are in the order of time, as real ones are. */
export async function fillBacklog(
  { db }: Services,
  hooks: readonly BenchWebhook[],
  count: number,
): Promise<void> {
  const [first] = hooks;
  if (!first) return;
  await db.execute(sql`
    insert into webhook_deliveries (workspace_id, id, webhook_id, message_id, event_type, occurred_at, next_attempt_at, created_at)
    select ${first.workspaceId}::uuid, ${timeOrderedId(sql`n`)}, (${sql.param(hooks.map(({ id }) => id))}::uuid[])[1 + n % ${hooks.length}],
      'msg_' || n, 'leave.approved', at, at, at
    from generate_series(1, ${count}::int) n, lateral (select now() - interval '1 day' + n * interval '10 ms' as at) t`);
  await db.execute(
    sql`insert into webhook_bodies (workspace_id, delivery_id, body) select workspace_id, id, '{}' from webhook_deliveries order by id`,
  );
  await db.execute(sql`vacuum analyze webhook_deliveries, webhook_bodies, webhooks`);
}
