import { sql } from "drizzle-orm";
import { leaveNotices } from "@/drizzle/schema/leave-mails";
import type { LeaveNoticeKind, LeaveStatus } from "@/drizzle/schema/values";
import { groupBy } from "@/server/kernel/group-by";
import type { Services } from "@/server/kernel/services";
import { attemptsOf } from "@/server/worker/begin-attempts";
import type { LaneCapacity, Queue, WorkItem } from "@/server/worker/kind";

/** Notices whose mails are composed and written together: enough that they share what they ask the database. */
const together = 50;

/** That somebody is to be told of a leave. */
export interface Notice {
  workspaceId: string;
  id: string;
  leaveId: string;
  kind: LeaveNoticeKind;
  reminderDays: number;
  version: number | null;
  previousStatus: LeaveStatus | null;
  status: LeaveStatus;
  actingUserId: string | null;
  createdAt: Date;
}

/** Some notices of one workspace, the oldest first; that one gives its name. */
export interface NoticeBatch extends WorkItem {
  notices: readonly Notice[];
}

/** A workspace is a lane. What could not be written twelve times, within some nine hours, is given up. */
export const noticeQueue: Queue = {
  table: leaveNotices,
  workspaceId: leaveNotices.workspaceId,
  dueAt: leaveNotices.nextAttemptAt,
  pending: sql`${leaveNotices.attemptCount} < 12`,
};

type Row = Omit<Notice, "createdAt"> & { createdAt: string };

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

const byAge = (a: Notice, b: Notice): number =>
  a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);

/** Takes notices that are due of workspaces that this worker holds, one batch of each, and counts the attempts. */
export async function claimNotices(
  { db, clock }: Services,
  lanes: readonly LaneCapacity[],
): Promise<readonly NoticeBatch[]> {
  const batches = lanes.map((lane) => ({ ...lane, capacity: together }));
  const rows = await begin(db, batches, clock());
  const notices = rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) })).sort(byAge);
  return [...groupBy(notices, ({ workspaceId }) => workspaceId)].map(([workspaceId, ofOne]) => ({
    ...{ workspaceId, lane: workspaceId, id: ofOne[0]?.id ?? workspaceId, notices: ofOne },
  }));
}
