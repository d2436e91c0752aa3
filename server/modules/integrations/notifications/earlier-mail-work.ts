import { and, asc, eq, sql } from "drizzle-orm";
import { notifications } from "@/drizzle/schema/notifications";
import { dispatches, occurrences } from "@/drizzle/schema/schedules";
import { type InWorkspace, inTransaction, systemContext } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { statement } from "@/server/kernel/database/db";
import { workspacesOf } from "@/server/kernel/database/distribution";
import { inBatch } from "@/server/kernel/database/in-batch";
import type { Services } from "@/server/kernel/services";
import type { ItemKey } from "@/server/worker/begin-attempts";
import { dueWorkOf } from "@/server/worker/due-work";
import type { Claimed, Hold, Kind, LaneCapacity, Queue, WorkItem } from "@/server/worker/kind";
import { enqueueDispatches } from "./enqueue-dispatches";

/*
 * Mails that a process of the version before 0060_one_outbox has queued, as dispatches. Such a process may still run and send them itself:
 * the kind has the name of its own, so that the lease of a lane decides. A later version deletes this file.
 */

const kindName = "notification-messages-email";

const queue: Queue = {
  table: dispatches,
  workspaceId: dispatches.workspaceId,
  dueAt: dispatches.nextAttemptAt,
  pending: sql`${dispatches.status} = 'pending' and ${dispatches.platform} = 'email'`,
};

/** Moves due mails of earlier processes to the outbox; an item is an occurrence with all of its due mails. */
export const earlierMailWork = (): Kind<WorkItem> => ({
  name: kindName,
  queue,
  slots: 2,
  laneSlots: 1,
  claim: findEarlier,
  async perform(services, { workspaceId, id }, hold) {
    await inTransaction({ ...systemContext(services), workspaceId }, (tx) => moveToOutbox(tx, id, hold));
    return undefined;
  },
});

/** Due work: moves mails of earlier processes to the outbox. @returns of how many occurrences since the last call */
export const moveEarlierMails = dueWorkOf(kindName, earlierMailWork);

const { placeholder } = sql;

const find = statement<ItemKey>(sql`
  select a.workspace_id as "workspaceId", o.occurrence_id as id
  from unnest(${placeholder("workspaceIds")}::uuid[], ${placeholder("capacities")}::int[]) a(workspace_id, capacity)
  cross join lateral (
    select distinct ${dispatches.occurrenceId} as occurrence_id from ${dispatches}
    where ${queue.pending} and ${inBatch(sql`${dispatches.workspaceId}`)} and ${dispatches.workspaceId} = a.workspace_id
      and ${dispatches.nextAttemptAt} <= ${placeholder("at")}::timestamptz
      and ${dispatches.occurrenceId} <> all(${placeholder("inHand")}::uuid[])
    limit a.capacity) o`);

async function findEarlier(
  { db, clock }: Services,
  lanes: readonly LaneCapacity[],
): Promise<Claimed<WorkItem>> {
  const found = await find(db, {
    workspaces: arrayOf(workspacesOf(lanes)),
    workspaceIds: arrayOf(lanes.map(({ workspaceId }) => workspaceId)),
    capacities: arrayOf(lanes.map(({ capacity }) => capacity)),
    inHand: arrayOf(lanes.flatMap(({ inHand }) => inHand)),
    at: clock().toISOString(),
  });
  return { items: found.map((one) => ({ ...one, lane: one.workspaceId })) };
}

async function moveToOutbox(tx: InWorkspace, id: string, hold: Hold): Promise<void> {
  if (!(await hold(tx.db))) return;
  const [occurrence] = await scoped(workspaceOf(tx), occurrences)
    .select(tx.db, { content: occurrences.content, notification: notifications })
    .innerJoin(notifications, eq(notifications.id, occurrences.notificationId))
    .where(eq(occurrences.id, id))
    .for("no key update", { of: occurrences });
  if (!occurrence) return;
  const due = await scoped(workspaceOf(tx), dispatches)
    .selectAll(tx.db)
    .where(
      and(
        eq(dispatches.occurrenceId, id),
        queue.pending,
        sql`${dispatches.nextAttemptAt} <= ${tx.services.clock().toISOString()}::timestamptz`,
      ),
    )
    .orderBy(asc(dispatches.id))
    .for("update");
  // An attempt that left no record may have arrived.
  const recipients = due.map(({ unknownCount, attemptOpen, ...one }) => ({
    ...one,
    unknownCount: unknownCount + (attemptOpen ? 1 : 0),
  }));
  await enqueueDispatches(tx, { id, ...occurrence }, recipients);
}
