import { and, eq, sql } from "drizzle-orm";
import { notifications } from "@/drizzle/schema/notifications";
import { occurrences } from "@/drizzle/schema/schedules";
import { arrayOf, preparedBy, statement } from "@/server/kernel/db";
import { groupBy } from "@/server/kernel/group-by";
import type { Services } from "@/server/kernel/services";
import type { Claimed, LaneRoom, WorkItem } from "@/server/worker/kind";
import type { NotificationRow } from "./schedule";

/** Texts that are composed and written together: enough that they share what they ask the database, and that none waits for long. */
const together = 100;

/** An occurrence that has no text yet. */
export interface DueText {
  occurrence: typeof occurrences.$inferSelect;
  notification: NotificationRow;
}

/** Some texts of one workspace; the first one gives its name. */
export interface TextBatch extends WorkItem {
  texts: readonly DueText[];
}

const { placeholder } = sql;
const now = sql`${placeholder("now")}::timestamptz`;

/** The predicate of their index. */
export const withoutText = sql`${occurrences.status} = 'pending' and ${occurrences.notificationId} is not null`;

/** Counts the try by itself: a worker that dies of it must not forget that it tried. */
const begin = statement<{ workspaceId: string; id: string }>(sql`
  with asked as materialized (select * from unnest(${placeholder("asked")}::uuid[]) a(workspace_id)),
  due as materialized (
    select d.* from asked a cross join lateral (
      select workspace_id, id from ${occurrences}
      where ${withoutText} and workspace_id = a.workspace_id and next_attempt_at <= ${now}
        and id <> all(${placeholder("inHand")}::uuid[])
      order by next_attempt_at, id limit ${sql.raw(String(together))}
    ) d
  )
  update ${occurrences} o
  set attempt_count = o.attempt_count + 1
  from due where o.workspace_id = due.workspace_id and o.id = due.id and o.status = 'pending'
  returning o.workspace_id as "workspaceId", o.id`);

const begunOnes = preparedBy((db) =>
  db
    .select({ occurrence: occurrences, notification: notifications })
    .from(occurrences)
    .innerJoin(
      notifications,
      and(
        eq(notifications.workspaceId, occurrences.workspaceId),
        eq(notifications.id, occurrences.notificationId),
      ),
    )
    .where(
      sql`(${occurrences.workspaceId}, ${occurrences.id}) in (select * from unnest(
        ${placeholder("workspaceIds")}::uuid[], ${placeholder("ids")}::uuid[]))`,
    )
    .orderBy(occurrences.nextAttemptAt, occurrences.id)
    .prepare("notifications_to_compose"),
);

/** Claims texts of workspaces that this worker holds: one batch of each, the oldest first. */
export async function claimTexts(
  { db, clock }: Services,
  lanes: readonly LaneRoom[],
): Promise<Claimed<TextBatch>> {
  const begun = await begin(db, {
    asked: arrayOf(lanes.map(({ workspaceId }) => workspaceId)),
    inHand: arrayOf(lanes.flatMap(({ inHand }) => inHand)),
    now: clock().toISOString(),
  });
  if (begun.length === 0) return { items: [] };
  const rows = await begunOnes(db).execute({
    workspaceIds: arrayOf(begun.map(({ workspaceId }) => workspaceId)),
    ids: arrayOf(begun.map(({ id }) => id)),
  });
  const batches = groupBy(rows, ({ occurrence }) => occurrence.workspaceId);
  return {
    items: [...batches].map(([workspaceId, texts]) => ({
      ...{ workspaceId, lane: workspaceId, id: texts[0]?.occurrence.id ?? workspaceId, texts },
    })),
  };
}
