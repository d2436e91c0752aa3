import { eq, sql } from "drizzle-orm";
import { notifications } from "@/drizzle/schema/notifications";
import { occurrences } from "@/drizzle/schema/schedules";
import { batchWorkspaces } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { preparedBy } from "@/server/kernel/database/db";
import { workspacesOf } from "@/server/kernel/database/distribution";
import { unnested } from "@/server/kernel/database/sql-parts";
import { groupBy } from "@/server/kernel/group-by";
import type { Services } from "@/server/kernel/services";
import { attemptsOf } from "@/server/worker/begin-attempts";
import type { Claimed, LaneCapacity, Queue, WorkItem } from "@/server/worker/kind";
import type { NotificationRow } from "./schedule";

/** Maximum texts that are composed and written together: enough to share their database reads, few enough that none waits long. */
const together = 100;

/** An occurrence without a text. */
export interface DueText {
  occurrence: typeof occurrences.$inferSelect;
  notification: NotificationRow;
}

/** A batch of texts of one workspace; the first one's id is the batch's. */
export interface TextBatch extends WorkItem {
  texts: readonly DueText[];
}

/** A workspace is a lane. */
export const textQueue: Queue = {
  table: occurrences,
  workspaceId: occurrences.workspaceId,
  dueAt: occurrences.nextAttemptAt,
  pending: sql`${occurrences.status} = 'pending' and ${occurrences.notificationId} is not null`,
};

const begin = attemptsOf(textQueue, { id: occurrences.id, attemptCount: occurrences.attemptCount });

const begunOnes = preparedBy((db) =>
  scoped(batchWorkspaces, occurrences)
    .select(db, { occurrence: occurrences, notification: notifications })
    .innerJoin(notifications, eq(notifications.id, occurrences.notificationId))
    .where(
      sql`(${occurrences.workspaceId}, ${occurrences.id}) in (select * from ${unnested("begun", { workspace_id: "uuid", id: "uuid" })})`,
    )
    .orderBy(occurrences.nextAttemptAt, occurrences.id)
    .prepare("notifications_to_compose"),
);

/** Claims texts of workspaces leased by this worker: one batch of each, the oldest first. */
export async function claimTexts(
  { db, clock }: Services,
  lanes: readonly LaneCapacity[],
): Promise<Claimed<TextBatch>> {
  const batches = lanes.map((lane) => ({ ...lane, capacity: together }));
  const begun = await begin(db, batches, clock());
  if (begun.length === 0) return { items: [] };
  const rows = await begunOnes(db).execute({
    workspaces: arrayOf(workspacesOf(begun)),
    workspace_id: arrayOf(begun.map(({ workspaceId }) => workspaceId)),
    id: arrayOf(begun.map(({ id }) => id)),
  });
  const byWorkspace = groupBy(rows, ({ occurrence }) => occurrence.workspaceId);
  return {
    items: [...byWorkspace].map(([workspaceId, texts]) => ({
      ...{ workspaceId, lane: workspaceId, id: texts[0]?.occurrence.id ?? workspaceId, texts },
      ids: texts.map(({ occurrence }) => occurrence.id),
    })),
  };
}
