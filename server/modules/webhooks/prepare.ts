import { and, eq, sql } from "drizzle-orm";
import { events } from "@/drizzle/schema/events";
import { users } from "@/drizzle/schema/people";
import { webhookDeliveries } from "@/drizzle/schema/webhooks";
import { type Ctx, ctxFor } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { reaches } from "@/server/access/reach";
import { preparedBy } from "@/server/kernel/db";
import type { Services } from "@/server/kernel/services";
import type { Claimed, DeliveryRow } from "./claim";
import { roleHears } from "./event-scopes";
import { groupBy } from "./group-by";
import { type EventRow, renderEvents, testBody } from "./render";

/** What is to be done with a claimed delivery. */
export type Prepared = Claimed &
  ({ verdict: "send"; body: string } | { verdict: "outOfReach" | "ownerGone"; body: null });

/**
 * Judges claimed deliveries by the rights that their webhooks' owners have now, and makes the bodies of those that are sent for the
 * first time. A body is stored before it is sent, so that every attempt sends the same bytes.
 */
export async function prepare(services: Services, claimed: readonly Claimed[]): Promise<Prepared[]> {
  const groups = groupBy(claimed, ({ webhook }) => `${webhook.workspaceId} ${webhook.ownerId}`);
  const prepared = await Promise.all([...groups.values()].map((group) => prepareForOwner(services, group)));
  return prepared.flat();
}

async function prepareForOwner(services: Services, group: readonly Claimed[]): Promise<Prepared[]> {
  const [first] = group;
  if (!first) return [];
  const { workspaceId, ownerId } = first.webhook;
  const owner = await loadActor(services.db, workspaceId, ownerId, { type: "operator" });
  if (!owner) return group.map((claim) => ({ ...claim, verdict: "ownerGone", body: null }));
  const ctx = ctxFor(services, owner, "webhooks");
  const reached = await subjectsWithinReach(ctx, group);
  const isHeard = ({ delivery }: Claimed) =>
    roleHears(owner.role, delivery.eventType) &&
    (delivery.subjectUserId === null || reached.has(delivery.subjectUserId));
  const heard = group.filter(isHeard);
  const bodies = await bodiesOf(ctx, heard);
  return group.map((claim) => {
    const body = claim.delivery.body ?? bodies.get(claim.delivery.id);
    return body !== undefined && heard.includes(claim)
      ? { ...claim, verdict: "send", body }
      : { ...claim, verdict: "outOfReach", body: null };
  });
}

const placesOf = preparedBy((db) =>
  db
    .select({ id: users.id, locationId: users.locationId, departmentId: users.departmentId })
    .from(users)
    .where(
      and(
        eq(users.workspaceId, sql.placeholder("workspaceId")),
        sql`${users.id} = any(${sql.placeholder("ids")}::uuid[])`,
      ),
    )
    .prepare("subjects_of_deliveries"),
);

async function subjectsWithinReach(ctx: Ctx, group: readonly Claimed[]): Promise<Set<string>> {
  const ids = [...new Set(group.flatMap(({ delivery }) => delivery.subjectUserId ?? []))];
  if (ids.length === 0) return new Set();
  const places = await placesOf(ctx.db).execute({ workspaceId: ctx.actor.workspaceId, ids });
  return new Set(places.filter((person) => reaches(ctx.reach, person)).map(({ id }) => id));
}

const eventsById = preparedBy((db) =>
  db
    .select()
    .from(events)
    .where(
      and(
        eq(events.workspaceId, sql.placeholder("workspaceId")),
        sql`${events.id} = any(${sql.placeholder("ids")}::uuid[])`,
      ),
    )
    .prepare("events_of_deliveries"),
);

/** Makes and stores the bodies that are missing. @returns them by delivery id */
async function bodiesOf(ctx: Ctx, group: readonly Claimed[]): Promise<Map<string, string>> {
  const bare = group.map(({ delivery }) => delivery).filter(({ body }) => body === null);
  if (bare.length === 0) return new Map();
  const ids = [...new Set(bare.flatMap(({ eventId }) => eventId ?? []))];
  const found: EventRow[] =
    ids.length > 0 ? await eventsById(ctx.db).execute({ workspaceId: ctx.actor.workspaceId, ids }) : [];
  const byEvent = await renderEvents(ctx, found);
  const bodies = new Map<string, string>();
  for (const delivery of bare) {
    const body =
      delivery.eventId === null ? testBody(delivery, delivery.webhookId) : byEvent.get(delivery.eventId);
    if (body !== undefined) bodies.set(delivery.id, body);
  }
  await storeBodies(ctx, bare, bodies);
  return bodies;
}

/** Only while the claim is still ours: another worker may have made the body meanwhile, and sent it. */
async function storeBodies(ctx: Ctx, rows: readonly DeliveryRow[], bodies: ReadonlyMap<string, string>) {
  const made = rows.filter(({ id }) => bodies.has(id));
  if (made.length === 0) return;
  await ctx.db.execute(sql`
    update ${webhookDeliveries} d set body = r.body
    from unnest(
      ${sql.param(made.map(({ id }) => id))}::uuid[],
      ${sql.param(made.map(({ fence }) => fence))}::int[],
      ${sql.param(made.map(({ id }) => bodies.get(id)))}::text[]) as r(id, fence, body)
    where d.workspace_id = ${ctx.actor.workspaceId}::uuid and d.id = r.id and d.fence = r.fence and d.body is null`);
}
