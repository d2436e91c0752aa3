import { and, asc, eq, gte, sql } from "drizzle-orm";
import { events } from "@/drizzle/schema/events";
import { users } from "@/drizzle/schema/people";
import { type EventType, eventTypes } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { givenReach, reachParams, workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { preparedBy } from "@/server/kernel/database/db";
import { firstId, type Page, type Position, pageOf } from "@/server/kernel/database/page-token";
import { isWrittenAfter, writtenParams } from "@/server/kernel/database/written-order";
import { invalid } from "@/server/kernel/errors";
import { plus } from "@/server/kernel/time/clock";
import { canReceive, requireAllowed } from "./check-input";
import { keptMs } from "./policy";
import { asOwner, renderEvents } from "./render";
import type { EventQuery } from "./schema";

type EventFilter = Omit<EventQuery, "nextToken"> & { page: Position | null };

/** An event's position in its workspace; events older than the column sort by when they happened. */
const recorded = sql`coalesce(${events.recordedAt}, ${events.occurredAt})`;
/** As a cursor contains it, to the millisecond, in UTC. */
const recordedText = sql<string>`to_char(${recorded} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const { placeholder } = sql;

/** The reach's condition again, as an equality: the index of one subject returns events in order, and no other subject's are read. */
const isAboutSelf = sql`${events.subjectUserId} = (${placeholder("reachIds")}::uuid[])[1]`;

/** The fan-out's condition on the subject, for one owner. */
const query = preparedBy((db, kind) =>
  scoped(givenReach(kind), users)
    .select(db, {
      workspaceId: events.workspaceId,
      id: events.id,
      messageId: events.messageId,
      type: events.type,
      subjectUserId: events.subjectUserId,
      data: events.data,
      occurredAt: events.occurredAt,
      recordedAt: recordedText,
    })
    .innerJoin(events, eq(events.subjectUserId, users.id))
    .where(
      and(
        sql`${events.type} = any(${placeholder("types")}::text[])`,
        sql`${events.occurredAt} >= ${placeholder("since")}::timestamptz`,
        isWrittenAfter(recorded, events.id),
        kind === "self" ? isAboutSelf : undefined,
      ),
    )
    .orderBy(recorded, asc(events.id))
    .limit(placeholder("rows"))
    .prepare(`list_events_${kind}`),
);

const start: Position = { key: "-infinity", id: firstId };

/**
 * The JSON texts of events of the last 30 days about the people within the caller's reach, in the order in which they were written, each as
 * a webhook of the same owner would receive it. An event waits while a running transaction may still write an earlier one, so that a caller
 * who continues from their last event misses none.
 * @throws ApiError WEBHOOK_EVENTS_NOT_ALLOWED, VALIDATION_ERROR for an `after` that is unknown or too old
 */
export async function listEvents(ctx: Ctx, filter: EventFilter): Promise<Page<string>> {
  const types = typesOf(ctx, filter.types);
  const oldest = plus(ctx.now(), -keptMs);
  const from =
    filter.page ?? (filter.after === undefined ? start : await positionOf(ctx, filter.after, oldest));
  const since = filter.since && filter.since > oldest ? filter.since : oldest;
  const written = { workspaceId: ctx.actor.workspaceId, table: events };
  const rows = await query(ctx.db, ctx.reach.kind).execute({
    ...reachParams(ctx.reach),
    ...(await writtenParams(ctx.db, written, from)),
    ...{ types: arrayOf(types), since: since.toISOString(), rows: filter.limit + 1 },
  });
  const { items, next } = pageOf(rows, filter.limit, (row) => ({ key: row.recordedAt, id: row.id }));
  const bodies = await renderEvents(asOwner(ctx), items);
  return { items: items.flatMap(({ id }) => bodies.get(id) ?? []), next };
}

/** The requested types; by default all that the key may receive. @throws ApiError WEBHOOK_EVENTS_NOT_ALLOWED */
function typesOf(ctx: Ctx, asked: readonly EventType[] | undefined): readonly EventType[] {
  const { role } = ctx.actor;
  if (!asked) return eventTypes.filter((type) => canReceive(ctx, role, type));
  requireAllowed(ctx, role, asked);
  return asked;
}

/** The position of any event of the workspace: a caller who lost reach of their last event continues from there all the same. */
async function positionOf(ctx: Ctx, messageId: string, oldest: Date): Promise<Position> {
  const [row] = await scoped(workspaceOf(ctx.actor), events)
    .select(ctx.db, { id: events.id, key: recordedText })
    .where(and(eq(events.messageId, messageId), gte(events.occurredAt, oldest)));
  if (row) return row;
  throw invalid([
    {
      path: "after",
      message: "Is unknown, or older than 30 days. Ask with since, or without both for the last 30 days.",
    },
  ]);
}
