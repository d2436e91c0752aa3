import { sql } from "drizzle-orm";
import { leaveNotices } from "@/drizzle/schema/leave-mails";
import type { LeaveNoticeKind, LeaveStatus } from "@/drizzle/schema/values";
import type { Services } from "@/server/kernel/services";
import { attemptsOf } from "@/server/worker/begin-attempts";
import type { LaneRoom, Queue, WorkItem } from "@/server/worker/kind";

/** That somebody is to be told of a leave. */
export interface Notice extends WorkItem {
  leaveId: string;
  kind: LeaveNoticeKind;
  reminderDays: number;
  version: number | null;
  previousStatus: LeaveStatus | null;
  status: LeaveStatus;
  actingUserId: string | null;
  createdAt: Date;
}

/** A workspace is a lane. What could not be written twelve times, within some nine hours, is given up. */
export const noticeQueue: Queue = {
  table: leaveNotices,
  workspaceId: leaveNotices.workspaceId,
  dueAt: leaveNotices.nextAttemptAt,
  pending: sql`${leaveNotices.attemptCount} < 12`,
};

type Row = Omit<Notice, "lane" | "createdAt"> & { createdAt: string };

const begin = attemptsOf<Row>(noticeQueue, {
  id: leaveNotices.id,
  attemptCount: leaveNotices.attemptCount,
  // It is deleted when it is done; until then, the next attempt is later each time.
  also: (at) => sql`next_attempt_at = ${at} + interval '15 seconds' * power(2, ${leaveNotices.attemptCount})`,
  told: {
    columns: sql`${leaveNotices.leaveId} as "leaveId", ${leaveNotices.kind}, ${leaveNotices.reminderDays} as "reminderDays",
      ${leaveNotices.version}, ${leaveNotices.previousStatus} as "previousStatus", ${leaveNotices.status},
      ${leaveNotices.actingUserId} as "actingUserId", ${leaveNotices.createdAt} as "createdAt"`,
  },
});

/** Takes notices that are due, and counts the attempt. */
export async function claimNotices(
  { db, clock }: Services,
  lanes: readonly LaneRoom[],
): Promise<readonly Notice[]> {
  const rows = await begin(db, lanes, clock());
  return rows.map((row) => ({ ...row, lane: row.workspaceId, createdAt: new Date(row.createdAt) }));
}
