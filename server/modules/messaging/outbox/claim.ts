import { type SQL, sql } from "drizzle-orm";
import { mailBodies, mails } from "@/drizzle/schema/mails";
import type { MailKind, PushKind } from "@/drizzle/schema/values";
import { inBatch } from "@/server/kernel/database/in-batch";
import type { Services } from "@/server/kernel/services";
import { attemptsOf } from "@/server/worker/begin-attempts";
import type { Claimed, LaneCapacity, Queue, WorkItem } from "@/server/worker/kind";
import { type BodyCache, readBodies, type SharedBody } from "./read-bodies";

/** A mail or push notification whose attempt has begun. */
export interface ClaimedMail extends WorkItem {
  kind: MailKind | PushKind;
  recipient: string;
  subject: string;
  content: Buffer | null;
  unsubscribe: { address: string; subject: string } | null;
  /** The occurrence of a bulk mail. */
  occurrenceId: string | null;
  /** The device of a push notification. */
  subscriptionId: string | null;
  /** The body of a bulk mail; null when it is gone. */
  body: SharedBody | null;
  attemptCount: number;
  /** Earlier attempts whose outcome is unknown. */
  unknownCount: number;
  /** When its content becomes useless. */
  expiresAt: Date | null;
}

/** A workspace is a lane, so that one with many mails does not delay another's. */
export const mailQueue: Queue = {
  table: mails,
  workspaceId: mails.workspaceId,
  dueAt: mails.nextAttemptAt,
  pending: sql`${mails.status} = 'pending'`,
};

/** Mails of notifications and reports, which wait for no others and delay no others. */
export const bulkQueue: Queue = {
  ...mailQueue,
  dueAt: mails.bulkAttemptAt,
  pending: sql`${mails.status} = 'pending' and ${mails.occurrenceId} is not null`,
};

/** Push notifications, which wait for no mails and delay none. */
export const pushQueue: Queue = {
  ...mailQueue,
  dueAt: mails.pushAttemptAt,
  pending: sql`${mails.status} = 'pending' and ${mails.subscriptionId} is not null`,
};

type Row = Omit<ClaimedMail, "lane" | "expiresAt" | "body"> & {
  expiresAt: string | null;
  bodyId: string | null;
};

const bodyId = sql`(select b.id from ${mailBodies} b where ${inBatch(sql`b.workspace_id`)} and b.workspace_id = ${mails.workspaceId}
  and b.occurrence_id = ${mails.occurrenceId})`;

const beginOn = (queue: Queue) =>
  attemptsOf<Row>(queue, {
    id: mails.id,
    attemptCount: mails.attemptCount,
    also: (
      at: SQL,
    ) => sql`attempted_at = ${at}, unknown_count = ${mails.unknownCount} + ${mails.attemptOpen}::int,
      attempt_open = true`,
    returned: {
      columns: sql`${mails.kind}, ${mails.recipient}, ${mails.subject}, ${mails.content}, ${mails.unsubscribe},
        ${mails.occurrenceId} as "occurrenceId", ${mails.subscriptionId} as "subscriptionId", ${bodyId} as "bodyId", ${mails.attemptCount} as "attemptCount",
        ${mails.unknownCount} as "unknownCount", ${mails.expiresAt} as "expiresAt"`,
    },
  });

/**
 * Claims due mails, and records that an attempt begins: when the last attempt left no record, the mail may have been sent. It is sent once
 * more, under the same Message-ID, and then no more.
 */
export function claimMailsOf(queue: Queue) {
  const begin = beginOn(queue);
  const cache: BodyCache = new Map();
  return async (services: Services, lanes: readonly LaneCapacity[]): Promise<Claimed<ClaimedMail>> => {
    const rows = await begin(services.db, lanes, services.clock());
    const bodies = await readBodies(services, rows, cache);
    return {
      items: rows.map(({ expiresAt, bodyId, ...row }) => ({
        ...row,
        lane: row.workspaceId,
        body: bodies.get(bodyId ?? "") ?? null,
        expiresAt: expiresAt ? new Date(expiresAt) : null,
      })),
    };
  };
}
