import { sql } from "drizzle-orm";
import type { EventData } from "@/drizzle/schema/events";
import type { DeliveredType } from "@/drizzle/schema/values";
import { webhooks } from "@/drizzle/schema/webhooks";
import { batchWorkspaces } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { type Db, preparedBy, statement } from "@/server/kernel/database/db";
import { workspacesOf } from "@/server/kernel/database/distribution";
import { inBatch } from "@/server/kernel/database/in-batch";
import type { LaneCapacity } from "@/server/worker/kind";

/** A due delivery, with the data that decides its body and the right to send it. */
export interface Due {
  workspaceId: string;
  webhookId: string;
  ownerId: string;
  id: string;
  messageId: string;
  eventType: DeliveredType;
  eventId: string | null;
  /** As PostgreSQL formats it; not read when there is a body. */
  occurredAt: string;
  /** Attempts so far. */
  attemptCount: number;
  /** Whether the approval of the app that made the webhook has expired. */
  isOver: boolean;
  /** Null until it has been made. */
  body: string | null;
  /** The event's data, unless there is a body already. */
  data: EventData | null;
  /** The event's subject, an employee; null for webhook.test. */
  subjectUserId: string | null;
  /** The employee's location; null when they are deleted. */
  locationId: string | null;
  departmentId: string | null;
}

const { placeholder } = sql;

const dueRows = statement<Due>(sql`
  with asked as materialized (
    select * from unnest(${placeholder("workspaceIds")}::uuid[], ${placeholder("ids")}::uuid[], ${placeholder("capacities")}::int[])
      a(workspace_id, id, capacity)
  )
  select d.workspace_id as "workspaceId", d.webhook_id as "webhookId", w.owner_id as "ownerId", d.id,
    d.message_id as "messageId", d.event_type as "eventType", d.event_id as "eventId", d.occurred_at as "occurredAt",
    d.attempt_count as "attemptCount", coalesce(w.ends_at <= ${placeholder("at")}::timestamptz, false) as "isOver", b.body, e.data,
    d.subject_user_id as "subjectUserId", u.location_id as "locationId", u.department_id as "departmentId"
  from asked a
  join webhooks w on ${inBatch(sql`w.workspace_id`)} and w.workspace_id = a.workspace_id and w.id = a.id and w.status <> 'revoked'
    and w.paused_reason is distinct from 'owner_inactive'
  cross join lateral (
    select d.* from webhook_deliveries d
    where ${inBatch(sql`d.workspace_id`)} and d.workspace_id = w.workspace_id and d.webhook_id = w.id and d.status = 'pending'
      and d.next_attempt_at <= ${placeholder("at")}::timestamptz and (w.status = 'active' or d.event_type = 'webhook.test')
      -- Hashed, where a list would be gone through for each row.
      and d.id not in (select unnest(${placeholder("inHand")}::uuid[]))
    order by d.next_attempt_at, d.id
    -- A failing one is only probed.
    limit case when w.failing_since is null then a.capacity else 1 end
  ) d
  -- One by one: the planner takes the limits for two rows, and would compare everybody with each delivery.
  left join lateral (
    select u.location_id, u.department_id from users u
    where ${inBatch(sql`u.workspace_id`)} and u.workspace_id = d.workspace_id and u.id = d.subject_user_id offset 0
  ) u on true
  left join webhook_bodies b on ${inBatch(sql`b.workspace_id`)} and b.workspace_id = d.workspace_id and b.delivery_id = d.id
  -- Not looked for at all where there is a body.
  left join lateral (
    select e.data from events e
    where b.body is null and ${inBatch(sql`e.workspace_id`)} and e.workspace_id = d.workspace_id and e.id = d.event_id offset 0
  ) e on true
  order by d.webhook_id, d.next_attempt_at, d.id`);

/** Reads due deliveries of webhooks leased by this worker, up to each lane's capacity: the oldest first, and none that is in hand. */
export const findDue = (db: Db, lanes: readonly LaneCapacity[], at: Date): Promise<readonly Due[]> =>
  dueRows(db, {
    workspaces: arrayOf(workspacesOf(lanes)),
    workspaceIds: arrayOf(lanes.map(({ workspaceId }) => workspaceId)),
    ids: arrayOf(lanes.map(({ lane }) => lane)),
    capacities: arrayOf(lanes.map(({ capacity }) => capacity)),
    inHand: arrayOf(lanes.flatMap(({ inHand }) => inHand)),
    at: at.toISOString(),
  });

/** A webhook at the time when its deliveries were claimed. */
export type LeasedWebhook = Pick<
  typeof webhooks.$inferSelect,
  | "workspaceId"
  | "id"
  | "ownerId"
  | "url"
  | "status"
  | "failingSince"
  | "grantId"
  | "secret"
  | "previousSecret"
  | "previousSecretUntil"
>;

const webhooksOf = preparedBy((db) =>
  scoped(batchWorkspaces, webhooks)
    .select(db, {
      workspaceId: webhooks.workspaceId,
      id: webhooks.id,
      ownerId: webhooks.ownerId,
      url: webhooks.url,
      status: webhooks.status,
      failingSince: webhooks.failingSince,
      grantId: webhooks.grantId,
      secret: webhooks.secret,
      previousSecret: webhooks.previousSecret,
      previousSecretUntil: webhooks.previousSecretUntil,
    })
    .where(
      sql`(${webhooks.workspaceId}, ${webhooks.id}) in (
        select * from unnest(${placeholder("workspaceIds")}::uuid[], ${placeholder("ids")}::uuid[]))`,
    )
    .prepare("webhooks_of_lanes"),
);

/** The webhooks of lanes, by id. */
export async function findWebhooks(
  db: Db,
  lanes: readonly LaneCapacity[],
): Promise<Map<string, LeasedWebhook>> {
  const rows = await webhooksOf(db).execute({
    workspaces: arrayOf(workspacesOf(lanes)),
    workspaceIds: arrayOf(lanes.map(({ workspaceId }) => workspaceId)),
    ids: arrayOf(lanes.map(({ lane }) => lane)),
  });
  return new Map(rows.map((row) => [row.id, row]));
}
