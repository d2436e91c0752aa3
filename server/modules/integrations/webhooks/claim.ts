import { sql } from "drizzle-orm";
import { ctxFor, inTransaction } from "@/server/access/ctx";
import { jobActor } from "@/server/access/job-actor";
import { arrayOf } from "@/server/kernel/database/array-of";
import { type Db, statement } from "@/server/kernel/database/db";
import type { Services } from "@/server/kernel/services";
import type { Claimed, LaneCapacity, WorkItem } from "@/server/worker/kind";
import { cancelDue, putOff } from "./cancel-due";
import { endExpiredHooks } from "./end-hooks";
import { type Due, findDue, findWebhooks, type LeasedWebhook } from "./find-due";
import { stopForOwner } from "./pause-for";
import { prepare } from "./prepare";
import { settle } from "./settle";

/** A delivery that this worker may send. */
export interface ClaimedDelivery
  extends WorkItem,
    Pick<Due, "messageId" | "eventType" | "occurredAt" | "attemptCount"> {
  webhook: LeasedWebhook;
  body: string;
}

const store = statement<{ id: string; body: string }>(sql`
  insert into webhook_bodies as b (workspace_id, delivery_id, body)
  select * from unnest(${sql.placeholder("workspaceIds")}::uuid[], ${sql.placeholder("ids")}::uuid[], ${sql.placeholder("bodies")}::text[])
  on conflict (workspace_id, delivery_id) do update set body = b.body
  returning delivery_id as id, body`);

/**
 * Claims due deliveries of webhooks leased by this worker: reads the due rows, checks them, and makes their bodies. Deliveries that must
 * not be sent any more leave the queue.
 */
export async function claimDeliveries(
  services: Services,
  lanes: readonly LaneCapacity[],
): Promise<Claimed<ClaimedDelivery>> {
  const { db } = services;
  const now = services.clock();
  const [webhooks, due] = await Promise.all([findWebhooks(db, lanes), findDue(db, lanes, now)]);
  const inactive = lanes.filter(({ lane }) => webhooks.get(lane)?.status !== "active");
  const settled = await settle(db, inactive, now);
  const { send, outOfReach, ownerGone, over, unclear } = await prepare(services, due);
  await cancelDue(services, outOfReach);
  await stopForOwners(services, ownerGone);
  if (over.length > 0) await endExpiredHooks(services);
  await putOff(services, unclear);
  const bodies = await storeBodies(db, send);
  const leftCount =
    settled.settledCount + settled.skippedCount + outOfReach.length + ownerGone.length + over.length;
  return {
    items: send.flatMap(({ due: one, body }) => {
      const webhook = webhooks.get(one.webhookId);
      return webhook ? [itemOf(one, webhook, bodies.get(one.id) ?? body)] : [];
    }),
    isRestless: leftCount + unclear.length > 0,
  };
}

/** Without the event itself, which would stay in memory as long as the delivery waits. */
const itemOf = (due: Due, webhook: LeasedWebhook, body: string): ClaimedDelivery => ({
  workspaceId: due.workspaceId,
  lane: due.webhookId,
  id: due.id,
  messageId: due.messageId,
  eventType: due.eventType,
  occurredAt: due.occurredAt,
  attemptCount: due.attemptCount,
  isFailing: webhook.failingSince !== null,
  webhook,
  body,
});

/**
 * Stores bodies before they are sent, so that every attempt sends the same bytes: the first body wins.
 * @returns the stored ones, by delivery
 */
async function storeBodies(
  db: Db,
  made: readonly { due: Due; body: string }[],
): Promise<ReadonlyMap<string, string>> {
  const rows = made.filter(({ due }) => due.body === null);
  if (rows.length === 0) return new Map();
  const stored = await store(db, {
    workspaceIds: arrayOf(rows.map(({ due }) => due.workspaceId)),
    ids: arrayOf(rows.map(({ due }) => due.id)),
    bodies: arrayOf(rows.map(({ body }) => body)),
  });
  return new Map(stored.map(({ id, body }) => [id, body]));
}

async function stopForOwners(services: Services, due: readonly Due[]): Promise<void> {
  for (const { workspaceId, ownerId } of new Map(due.map((one) => [one.ownerId, one])).values()) {
    const ctx = ctxFor(services, jobActor(workspaceId, "FREE"), "webhooks");
    await inTransaction(ctx, (tx) => stopForOwner(tx, ownerId));
  }
}
