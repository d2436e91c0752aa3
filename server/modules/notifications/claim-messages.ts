import { type SQL, sql } from "drizzle-orm";
import {
  notificationDispatches,
  notificationOccurrences,
  notifications,
} from "@/drizzle/schema/notifications";
import type { NotificationPlatform } from "@/drizzle/schema/values";
import { minute, plus } from "@/server/kernel/clock";
import { arrayOf, statement } from "@/server/kernel/db";
import type { Services } from "@/server/kernel/services";
import type { Claimed, LaneRoom, WorkItem } from "@/server/worker/kind";
import type { Message } from "./message";

/** An attempt that ended without a record is taken for over after this: longer than the longest of any channel. */
export const unknownAfterMs = 3 * minute;

/** One message to one address, as a claim leaves it. */
export interface PendingMessage extends WorkItem {
  occurrenceId: string;
  platform: NotificationPlatform;
  address: string;
  msGroup: string | null;
  /** With the one that begins now. */
  attemptCount: number;
  /** Attempts of which nobody knows whether they arrived. */
  unknownCount: number;
  message: Message;
  notification: { id: string; name: string };
}

type Row = Omit<PendingMessage, "lane" | "notification"> & { notificationId: string; name: string };

const { placeholder } = sql;
const now = sql`${placeholder("now")}::timestamptz`;

/** Messages of one platform that are not sent yet: the predicate of their index. */
export const pendingOn = (platform: NotificationPlatform): SQL =>
  sql`${notificationDispatches.status} = 'pending' and ${notificationDispatches.platform} = ${sql.raw(`'${platform}'`)}`;

/** Says by itself that attempts begin: a worker that dies must not forget that it may have sent. */
const beginOn = (platform: NotificationPlatform) =>
  statement<Row>(sql`
    with asked as materialized (
      select * from unnest(${placeholder("workspaceIds")}::uuid[], ${placeholder("rooms")}::int[]) a(workspace_id, room)
    ),
    due as materialized (
      select d.* from asked a cross join lateral (
        select workspace_id, id from ${notificationDispatches}
        where ${pendingOn(platform)} and workspace_id = a.workspace_id and next_attempt_at <= ${now}
          and id <> all(${placeholder("inHand")}::uuid[])
        order by next_attempt_at, id limit a.room
      ) d
    ),
    begun as (
      update ${notificationDispatches} d
      set attempt_count = d.attempt_count + 1, attempted_at = ${now}, next_attempt_at = ${placeholder("unknownAt")}::timestamptz,
        unknown_count = d.unknown_count + d.attempt_open::int, attempt_open = true
      from due where d.workspace_id = due.workspace_id and d.id = due.id and d.status = 'pending'
      returning d.*
    )
    select b.workspace_id as "workspaceId", b.id, b.occurrence_id as "occurrenceId", b.platform, b.address, b.ms_group as "msGroup",
      b.attempt_count as "attemptCount", b.unknown_count as "unknownCount", o.content as message,
      n.id as "notificationId", n.name
    from begun b
    join ${notificationOccurrences} o on o.workspace_id = b.workspace_id and o.id = b.occurrence_id
    join ${notifications} n on n.workspace_id = o.workspace_id and n.id = o.notification_id`);

/**
 * Claims messages on one platform of workspaces that this worker holds, the oldest first. One whose last attempt left no record may have
 * been sent: it is sent once more, marked as a possible duplicate, and then no more.
 */
export function claimMessagesOn(platform: NotificationPlatform) {
  const begin = beginOn(platform);
  return async ({ db, clock }: Services, lanes: readonly LaneRoom[]): Promise<Claimed<PendingMessage>> => {
    const at = clock();
    const rows = await begin(db, {
      workspaceIds: arrayOf(lanes.map(({ workspaceId }) => workspaceId)),
      rooms: arrayOf(lanes.map(({ room }) => room)),
      inHand: arrayOf(lanes.flatMap(({ inHand }) => inHand)),
      now: at.toISOString(),
      unknownAt: plus(at, unknownAfterMs).toISOString(),
    });
    return {
      items: rows.map(({ notificationId, name, ...row }) => ({
        ...{ ...row, lane: row.workspaceId, notification: { id: notificationId, name } },
      })),
    };
  };
}
