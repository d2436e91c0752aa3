import { and, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { departmentApprovers, locationAdmins } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import { webhookDeliveries, webhooks } from "@/drizzle/schema/webhooks";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { wake } from "@/server/kernel/database/wake";
import { newId } from "@/server/kernel/ids";
import type { EventRow } from "@/server/modules/integrations/events/subscribers";

/** The background work that sends deliveries; the name under which it is woken. */
export const deliveriesWake = "webhook-deliveries";

const owner = alias(users, "owner");
const subject = alias(users, "subject");

/** Whether the owner is appointed to any location or department, or to one that meets the condition. */
const isAppointed = (table: typeof locationAdmins | typeof departmentApprovers, which?: SQL) =>
  sql`exists (select 1 from ${table}
    where ${and(scoped(givenWorkspace, table).within, eq(table.userId, owner.id), which)})`;

/** `reachOf` and `reaches`, for all owners in one query: the strongest role alone decides. */
const isReached = sql`case
  when ${owner.isAdmin} then true
  when ${isAppointed(locationAdmins)}
    then ${isAppointed(locationAdmins, eq(locationAdmins.locationId, subject.locationId))}
  when ${isAppointed(departmentApprovers)}
    then ${isAppointed(departmentApprovers, eq(departmentApprovers.departmentId, subject.departmentId))}
  else ${subject.id} = ${owner.id} end`;

/** Without the add-on there are no webhooks (decision 4.3). */
const isOpen = sql`${webhooks.status} <> 'revoked' and ${workspaces.openApiEnabled} and ${workspaces.plan} <> 'FREE'`;

const subscribers = preparedBy((db) =>
  scoped(givenWorkspace, webhooks)
    .select(db, { id: webhooks.id })
    .innerJoin(workspaces, eq(workspaces.id, webhooks.workspaceId))
    .innerJoin(owner, eq(owner.id, webhooks.ownerId))
    .innerJoin(subject, eq(subject.id, sql.placeholder("subjectUserId")))
    .where(and(sql`${sql.placeholder("type")}::text = any(${webhooks.events})`, isOpen, isReached))
    .prepare("subscribers_of_event"),
);

const subscribersAmong = preparedBy((db) =>
  scoped(givenWorkspace, webhooks)
    .select(db, { id: webhooks.id, events: webhooks.events, subjectUserId: subject.id })
    .innerJoin(workspaces, eq(workspaces.id, webhooks.workspaceId))
    .innerJoin(owner, eq(owner.id, webhooks.ownerId))
    .innerJoin(subject, isAnyOf(subject.id, sql.placeholder("subjectUserIds")))
    .where(and(sql`${webhooks.events} && ${sql.placeholder("types")}::text[]`, isOpen, isReached))
    .prepare("subscribers_of_events"),
);

type Sendable = Pick<EventRow, "workspaceId" | "type" | "subjectUserId">;

/** The webhooks that receive an event: subscribed, with an owner who reaches the employee. Includes paused ones: their events are held. */
async function findSubscribers(ctx: Ctx, event: Sendable): Promise<string[]> {
  const { workspaceId, type, subjectUserId } = event;
  const rows = await subscribers(ctx.db).execute({ workspaceId, type, subjectUserId });
  return rows.map(({ id }) => id);
}

/** `findSubscribers` for many events of a workspace at once: the webhooks of each, in the events' order. */
async function findSubscribersOfMany(ctx: Ctx, happened: readonly Sendable[]): Promise<string[][]> {
  const rows = await subscribersAmong(ctx.db).execute({
    workspaceId: ctx.actor.workspaceId,
    subjectUserIds: [...new Set(happened.map(({ subjectUserId }) => subjectUserId))],
    types: [...new Set(happened.map(({ type }) => type))],
  });
  const bySubject = new Map<string, typeof rows>();
  for (const row of rows)
    bySubject.set(row.subjectUserId, [...(bySubject.get(row.subjectUserId) ?? []), row]);
  return happened.map(({ type, subjectUserId }) =>
    (bySubject.get(subjectUserId) ?? []).filter(({ events }) => events.includes(type)).map(({ id }) => id),
  );
}

/** Maximum rows per INSERT: each has ten values, and PostgreSQL takes at most 65,535 parameters. */
const rowsAtOnce = 2000;

/** Queues events for their webhooks in the transaction of the change, and wakes the sender after its commit. */
export async function enqueueEvents(ctx: Ctx, happened: readonly EventRow[]): Promise<void> {
  const [only, another] = happened;
  if (!only) return;
  const webhookIds = another
    ? await findSubscribersOfMany(ctx, happened)
    : [await findSubscribers(ctx, only)];
  const rows = happened.flatMap((event, n) => (webhookIds[n] ?? []).map((id) => deliveryOf(ctx, event, id)));
  if (rows.length === 0) return;
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await ctx.db.insert(webhookDeliveries).values(rows.slice(from, from + rowsAtOnce));
  wakeSender(ctx);
}

function deliveryOf(ctx: Ctx, event: EventRow, webhookId: string): typeof webhookDeliveries.$inferInsert {
  const { data } = event;
  const createdAt = ctx.now();
  return {
    workspaceId: event.workspaceId,
    id: newId(),
    webhookId,
    eventId: event.id,
    messageId: event.messageId,
    eventType: event.type,
    subjectUserId: event.subjectUserId,
    recordId: "leaveId" in data ? data.leaveId : data.userId,
    occurredAt: event.occurredAt,
    nextAttemptAt: createdAt,
    createdAt,
  };
}

/** Wakes the sender after the open transaction commits. */
export function wakeSender(ctx: Ctx): void {
  const { services } = ctx;
  ctx.afterCommit?.push(() => wake(services, deliveriesWake));
}
