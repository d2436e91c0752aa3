import { sql } from "drizzle-orm";
import { leaveNotices } from "@/drizzle/schema/leave-mails";
import type { LeaveNoticeKind, LeaveStatus } from "@/drizzle/schema/values";
import { groupBy } from "@/server/kernel/group-by";
import type { Services } from "@/server/kernel/services";
import { attemptsOf } from "@/server/worker/begin-attempts";
import type { LaneCapacity, Queue, WorkItem } from "@/server/worker/kind";

/** Maximum notices whose mails are composed and written together, so that they share their database reads. */
const together = 50;

/** A pending notification about a leave. */
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

/** A batch of notices of one workspace, the oldest first; the oldest one's id is the batch's. */
export interface NoticeBatch extends WorkItem {
  notices: readonly Notice[];
}

/** A workspace is a lane. A notice that could not be written in twelve attempts, over about nine hours, is given up. */
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
  // It is deleted when it is done; until then, each next attempt comes later.
  computed: (at) => ({
    next_attempt_at: sql`${at} + interval '15 seconds' * power(2, ${leaveNotices.attemptCount})`,
  }),
  returned: {
    columns: sql`${leaveNotices.leaveId} as "leaveId", ${leaveNotices.kind}, ${leaveNotices.reminderDays} as "reminderDays",
      ${leaveNotices.version}, ${leaveNotices.previousStatus} as "previousStatus", ${leaveNotices.status},
      ${leaveNotices.actingUserId} as "actingUserId", ${leaveNotices.createdAt} as "createdAt"`,
  },
});

const byAge = (a: Notice, b: Notice): number =>
  a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);

/** Claims due notices of workspaces leased by this worker, one batch of each, and counts the attempts. */
export async function claimNotices(
  { db, clock }: Services,
  lanes: readonly LaneCapacity[],
): Promise<readonly NoticeBatch[]> {
  const batches = lanes.map((lane) => ({ ...lane, capacity: together }));
  const rows = await begin(db, batches, clock());
  const notices = rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) })).sort(byAge);
  return [...groupBy(notices, ({ workspaceId }) => workspaceId)].map(([workspaceId, ofOne]) => ({
    ...{ workspaceId, lane: workspaceId, id: ofOne[0]?.id ?? workspaceId, notices: ofOne },
    ids: ofOne.map(({ id }) => id),
  }));
}
