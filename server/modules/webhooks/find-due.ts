import { type SQL, sql } from "drizzle-orm";
import type { EventData } from "@/drizzle/schema/events";
import type { DeliveredType, WebhookStatus } from "@/drizzle/schema/values";
import { type Db, statement } from "@/server/kernel/db";
import { firstId } from "@/server/kernel/page-token";

/** The last webhook that a scan came to; the next one goes on after it, so that all have their turn. */
export interface Cursor {
  workspaceId: string;
  webhookId: string;
}
export const scanStart: Cursor = { workspaceId: firstId, webhookId: firstId };

export interface DueOptions {
  workerId: string;
  now: Date;
  after: Cursor;
  /** How many deliveries may be taken of webhooks that this process sends to already. */
  rooms: ReadonlyMap<string, number>;
  /** And of any other. */
  freshRoom: number;
  /** Leaves failing webhooks aside: they must not take every slot. */
  healthyOnly: boolean;
}

/** A webhook with something to do, as it was just seen. */
export interface Seen {
  workspaceId: string;
  webhookId: string;
  ownerId: string;
  status: WebhookStatus;
}

/** A delivery that is due, with what its body and the right to send it depend on. */
export interface Due extends Seen {
  id: string;
  /** Claims so far. */
  fence: number;
  messageId: string;
  eventType: DeliveredType;
  eventId: string | null;
  occurredAt: Date;
  attemptCount: number;
  /** Null until it has been made. */
  body: string | null;
  /** What happened, unless there is a body already. */
  data: EventData | null;
  /** The person whom it is about; null for webhook.test. */
  subjectUserId: string | null;
  /** Where that person belongs. */
  subject: { id: string; locationId: string; departmentId: string } | null;
}

const webhooksAtOnce = 32;
/** Shared evenly by the webhooks: more would hold up everything else that this process does. */
const deliveriesAtOnce = 1024;

type Row = Omit<Due, "occurredAt" | "subject" | "id"> & {
  id: string | null;
  occurredAt: string;
  locationId: string | null;
  departmentId: string;
};

const at = sql`${sql.placeholder("at")}::timestamptz`;

/**
 * When the last lease ends that another worker has on a webhook's deliveries; null when it has none. In the index's order, because to
 * ask only whether there is one is answered by reading the whole table: it hopes to come upon one soon.
 */
export const leaseOfAnother = (workspaceId: SQL, webhookId: SQL, now: SQL, workerId: SQL): SQL => sql`
  select o.leased_until from webhook_deliveries o where o.workspace_id = ${workspaceId} and o.webhook_id = ${webhookId}
    and o.leased_until > ${now} and o.leased_by <> ${workerId} order by o.leased_until desc limit 1`;

/** Steps from webhook to webhook through the index of what is pending, however many rows each has: to the one that is due first. */
const next = (after: ReturnType<typeof sql>) => sql`
  select d.workspace_id, d.webhook_id, d.next_attempt_at from webhook_deliveries d
  where d.status = 'pending' and (d.workspace_id, d.webhook_id) > (${after})
  order by d.workspace_id, d.webhook_id, d.next_attempt_at limit 1`;

const dueRows = statement<Row>(sql`
  with recursive scan(workspace_id, webhook_id, due_at) as (
    (${next(sql`${sql.placeholder("workspaceId")}::uuid, ${sql.placeholder("webhookId")}::uuid`)})
    union all
    select n.* from scan s cross join lateral (${next(sql`s.workspace_id, s.webhook_id`)}) n
  ),
  wanted as materialized (
    select w.workspace_id, w.id, w.owner_id, w.status,
      case when w.failing_since is null then coalesce(l.room, ${sql.placeholder("freshRoom")}::int)
        else least(coalesce(l.room, 1), 1) end as room
    from scan s
    cross join lateral (
      select w.* from webhooks w where w.workspace_id = s.workspace_id and w.id = s.webhook_id
      -- Keeps the scan's order, so that the limit stops it.
      offset 0) w
    left join unnest(${sql.placeholder("laneIds")}::uuid[], ${sql.placeholder("laneRooms")}::int[]) l(id, room) on l.id = w.id
    where coalesce(l.room, 1) > 0 and case
      when w.status = 'active' then s.due_at <= ${at} and not (${sql.placeholder("healthyOnly")} and w.failing_since is not null)
        and (${leaseOfAnother(sql`w.workspace_id`, sql`w.id`, at, sql`${sql.placeholder("workerId")}::uuid`)}) is null
      else exists (select 1 from webhook_deliveries d
        where d.workspace_id = w.workspace_id and d.webhook_id = w.id and d.status = 'pending'
          and (d.leased_until is null or d.leased_until <= ${at})
          and (d.next_attempt_at <= ${at} or d.event_type <> 'webhook.test' or w.status = 'revoked'
            or w.paused_reason = 'owner_inactive')) end
    limit ${sql.raw(String(webhooksAtOnce))}
  )
  select w.workspace_id as "workspaceId", w.id as "webhookId", w.owner_id as "ownerId", w.status, d.id, d.fence,
    d.message_id as "messageId", d.event_type as "eventType", d.event_id as "eventId", d.occurred_at as "occurredAt",
    d.attempt_count as "attemptCount", b.body, e.data,
    d.subject_user_id as "subjectUserId", u.location_id as "locationId", u.department_id as "departmentId"
  from wanted w
  left join lateral (
    select d.* from webhook_deliveries d
    where d.workspace_id = w.workspace_id and d.webhook_id = w.id and d.status = 'pending' and d.next_attempt_at <= ${at}
      and (w.status = 'active' or d.event_type = 'webhook.test')
    order by d.next_attempt_at, d.id
    limit least(w.room, greatest(1, ${sql.raw(String(deliveriesAtOnce))} / (select count(*) from wanted)))
  ) d on true
  left join users u on u.workspace_id = d.workspace_id and u.id = d.subject_user_id
  left join webhook_bodies b on b.workspace_id = d.workspace_id and b.delivery_id = d.id
  -- Not looked for at all where there is a body.
  left join lateral (
    select e.data from events e where b.body is null and e.workspace_id = d.workspace_id and e.id = d.event_id offset 0
  ) e on true
  order by w.workspace_id, w.id, d.next_attempt_at, d.id`);

export interface Found {
  due: Due[];
  /** Webhooks that are paused or revoked, with deliveries in the queue. */
  inactive: Seen[];
  /** Where to go on; null when the scan came to the end. */
  next: Cursor | null;
}

/**
 * Reads what is due, some of each webhook, and nothing of a webhook that another worker is sending to. It locks nothing: `take` decides
 * who sends it.
 */
export async function findDue(db: Db, options: DueOptions): Promise<Found> {
  const rows = await dueRows(db, {
    at: options.now.toISOString(),
    ...options.after,
    laneIds: [...options.rooms.keys()],
    laneRooms: [...options.rooms.values()],
    freshRoom: options.freshRoom,
    healthyOnly: options.healthyOnly,
    workerId: options.workerId,
  });
  const seen = new Map(rows.map((row) => [row.webhookId, row as Seen]));
  const last = rows.at(-1);
  const isEnd = seen.size < webhooksAtOnce || !last;
  return {
    due: rows.flatMap(dueOf),
    inactive: [...seen.values()].filter(({ status }) => status !== "active"),
    next: isEnd ? null : { workspaceId: last.workspaceId, webhookId: last.webhookId },
  };
}

function dueOf(row: Row): Due[] {
  if (row.id === null) return [];
  return [
    {
      workspaceId: row.workspaceId,
      webhookId: row.webhookId,
      ownerId: row.ownerId,
      status: row.status,
      id: row.id,
      fence: row.fence,
      messageId: row.messageId,
      eventType: row.eventType,
      eventId: row.eventId,
      occurredAt: new Date(row.occurredAt),
      attemptCount: row.attemptCount,
      body: row.body,
      data: row.data,
      subjectUserId: row.subjectUserId,
      subject: subjectOf(row),
    },
  ];
}

const subjectOf = ({ subjectUserId, locationId, departmentId }: Row): Due["subject"] =>
  subjectUserId !== null && locationId !== null ? { id: subjectUserId, locationId, departmentId } : null;
