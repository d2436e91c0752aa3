import { type SQL, sql } from "drizzle-orm";
import { notifications } from "@/drizzle/schema/notifications";
import { dispatches, occurrences } from "@/drizzle/schema/schedules";
import type { IntegrationPlatform } from "@/drizzle/schema/values";
import { inBatch } from "@/server/kernel/database/in-batch";
import { literal } from "@/server/kernel/database/sql-parts";
import type { Services } from "@/server/kernel/services";
import { minute } from "@/server/kernel/time/clock";
import { attemptsOf } from "@/server/worker/begin-attempts";
import type { Claimed, LaneCapacity, Queue, WorkItem } from "@/server/worker/kind";
import type { Message } from "./message";

/** Timeout of an attempt that left no record: longer than the longest timeout of any channel. */
const unknownAfterMs = 3 * minute;

/** One claimed message to one address. */
export interface PendingMessage extends WorkItem {
  occurrenceId: string;
  platform: IntegrationPlatform;
  address: string;
  msGroup: string | null;
  /** Including the one that begins now. */
  attemptCount: number;
  /** Attempts whose outcome is unknown. */
  unknownCount: number;
  message: Message;
  notification: { id: string; name: string };
}

type Row = Omit<PendingMessage, "lane" | "notification"> & { notificationId: string; name: string };

/** Unsent messages of one platform: the predicate of their index. */
const pendingOn = (platform: IntegrationPlatform): SQL =>
  sql`${dispatches.status} = 'pending' and ${dispatches.platform} = ${literal(platform)}`;

/** A workspace is a lane: its rate limit delays only itself. */
export const queueOn = (platform: IntegrationPlatform): Queue => ({
  table: dispatches,
  workspaceId: dispatches.workspaceId,
  dueAt: dispatches.nextAttemptAt,
  pending: pendingOn(platform),
});

const ofOccurrence = sql`o.workspace_id = ${dispatches.workspaceId} and o.id = ${dispatches.occurrenceId}`;

const beginOn = (platform: IntegrationPlatform) =>
  attemptsOf<Row>(queueOn(platform), {
    id: dispatches.id,
    attemptCount: dispatches.attemptCount,
    computed: (at) => ({
      next_attempt_at: sql`${at} + ${literal(unknownAfterMs)} * interval '1 millisecond'`,
    }),
    also: (at) =>
      sql`attempted_at = ${at}, unknown_count = ${dispatches.unknownCount} + ${dispatches.attemptOpen}::int, attempt_open = true`,
    returned: {
      columns: sql`${dispatches.occurrenceId} as "occurrenceId", ${dispatches.platform}, ${dispatches.address},
        ${dispatches.msGroup} as "msGroup", ${dispatches.attemptCount} as "attemptCount",
        ${dispatches.unknownCount} as "unknownCount", o.content as message, n.id as "notificationId", n.name`,
      tables: sql`${occurrences} o, ${notifications} n`,
      on: sql`${inBatch(sql`o.workspace_id`)} and ${inBatch(sql`n.workspace_id`)} and ${ofOccurrence} and n.workspace_id = o.workspace_id and n.id = o.notification_id`,
    },
  });

/**
 * Claims messages on one platform of workspaces leased by this worker, the oldest first. When the last attempt left no record, the message
 * may have been sent: it is sent once more, marked as a possible duplicate, and then no more.
 */
export function claimMessagesOn(platform: IntegrationPlatform) {
  const begin = beginOn(platform);
  return async (
    { db, clock }: Services,
    lanes: readonly LaneCapacity[],
  ): Promise<Claimed<PendingMessage>> => {
    const rows = await begin(db, lanes, clock());
    return {
      items: rows.map(({ notificationId, name, ...row }) => ({
        ...{ ...row, lane: row.workspaceId, notification: { id: notificationId, name } },
      })),
    };
  };
}
