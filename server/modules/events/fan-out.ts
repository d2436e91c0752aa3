import { and, eq, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { departmentApprovers, locationAdmins } from "@/drizzle/schema/directory";
import type { events } from "@/drizzle/schema/events";
import { users } from "@/drizzle/schema/people";
import { webhookDeliveries, webhooks } from "@/drizzle/schema/webhooks";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Ctx } from "@/server/access/ctx";
import { preparedBy } from "@/server/kernel/db";
import { newId } from "@/server/kernel/ids";
import { wake } from "@/server/kernel/wake";

/** The background work that sends deliveries. */
export const deliveriesWake = "webhook deliveries";

type EventRow = typeof events.$inferSelect;

const owner = alias(users, "owner");
const subject = alias(users, "subject");

const appointed = (table: typeof locationAdmins | typeof departmentApprovers) =>
  sql`${table.workspaceId} = ${owner.workspaceId} and ${table.userId} = ${owner.id}`;

/** `reachOf` and `reaches`, for all owners at once: the strongest role alone decides. */
const isReached = sql`case
  when ${owner.isAdmin} then true
  when exists (select 1 from ${locationAdmins} where ${appointed(locationAdmins)})
    then exists (select 1 from ${locationAdmins}
      where ${appointed(locationAdmins)} and ${locationAdmins.locationId} = ${subject.locationId})
  when exists (select 1 from ${departmentApprovers} where ${appointed(departmentApprovers)})
    then exists (select 1 from ${departmentApprovers}
      where ${appointed(departmentApprovers)} and ${departmentApprovers.departmentId} = ${subject.departmentId})
  else ${subject.id} = ${owner.id} end`;

const subscribers = preparedBy((db) =>
  db
    .select({ id: webhooks.id })
    .from(webhooks)
    .innerJoin(workspaces, eq(workspaces.id, webhooks.workspaceId))
    .innerJoin(owner, and(eq(owner.workspaceId, webhooks.workspaceId), eq(owner.id, webhooks.ownerId)))
    .innerJoin(
      subject,
      and(eq(subject.workspaceId, webhooks.workspaceId), eq(subject.id, sql.placeholder("subjectUserId"))),
    )
    .where(
      and(
        eq(webhooks.workspaceId, sql.placeholder("workspaceId")),
        ne(webhooks.status, "revoked"),
        sql`${sql.placeholder("type")}::text = any(${webhooks.events})`,
        // Without the add-on there are no webhooks (decision 4.3).
        sql`${workspaces.openApiEnabled} and ${workspaces.plan} <> 'FREE'`,
        isReached,
      ),
    )
    .prepare("subscribers_of_event"),
);

type Sendable = Pick<EventRow, "workspaceId" | "type" | "subjectUserId">;

/** The webhooks that an event goes to: subscribed, of an owner who reaches the person. Paused ones too: their events are held. */
export async function findSubscribers(ctx: Ctx, event: Sendable): Promise<string[]> {
  const { workspaceId, type, subjectUserId } = event;
  const rows = await subscribers(ctx.db).execute({ workspaceId, type, subjectUserId });
  return rows.map(({ id }) => id);
}

/** Queues an event for webhooks, in the transaction of the change, and wakes the sender when that has committed. */
export async function enqueue(ctx: Ctx, event: EventRow, webhookIds: readonly string[]): Promise<void> {
  if (webhookIds.length === 0) return;
  const { workspaceId, data, occurredAt } = event;
  const createdAt = ctx.now();
  await ctx.db.insert(webhookDeliveries).values(
    webhookIds.map((webhookId) => ({
      workspaceId,
      id: newId(),
      webhookId,
      eventId: event.id,
      messageId: event.messageId,
      eventType: event.type,
      subjectUserId: event.subjectUserId,
      recordId: "leaveId" in data ? data.leaveId : data.userId,
      occurredAt,
      nextAttemptAt: createdAt,
      createdAt,
    })),
  );
  wakeSender(ctx);
}

/** Starts sending once the open transaction has committed. */
export function wakeSender(ctx: Ctx): void {
  const { services } = ctx;
  ctx.afterCommit?.push(() => wake(services, deliveriesWake));
}
