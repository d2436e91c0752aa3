import { desc, eq, sql } from "drizzle-orm";
import { events } from "@/drizzle/schema/events";
import { users } from "@/drizzle/schema/people";
import type { EventType } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { givenReach, reachParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { requireAddOn } from "@/server/modules/workspace/settings/require-add-on";
import { requireAllowed } from "./check-input";
import { asOwner, renderEvents } from "./render";
import { samplePayload } from "./sample-payload";

const maxSamples = 3;

const newest = preparedBy((db, kind) =>
  scoped(givenReach(kind), users)
    .select(db, { event: events })
    .innerJoin(events, eq(events.subjectUserId, users.id))
    .where(eq(events.type, sql.placeholder("type")))
    .orderBy(desc(events.occurredAt), desc(events.id))
    .limit(maxSamples)
    .prepare(`newest_events_${kind}`),
);

/**
 * Sample deliveries of an event: the newest ones within the user's rights, or a made-up one.
 * @throws ApiError WEBHOOK_EVENTS_NOT_ALLOWED, FORBIDDEN without the add-on
 */
export async function listSamples(ctx: Ctx, type: EventType): Promise<unknown[]> {
  await requireAddOn(ctx);
  requireAllowed(ctx, ctx.actor.role, [type]);
  const owner = asOwner(ctx);
  const found = await newest(owner.db, owner.reach.kind).execute({ ...reachParams(owner.reach), type });
  const rows = found.map(({ event }) => event);
  const bodies = await renderEvents(owner, rows);
  const samples = rows.flatMap(({ id }) => bodies.get(id) ?? []);
  return samples.length > 0 ? samples.map((body): unknown => JSON.parse(body)) : [samplePayload(type)];
}
