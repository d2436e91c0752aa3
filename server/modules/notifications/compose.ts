import { and, eq, type SQL, sql } from "drizzle-orm";
import {
  notificationDispatches,
  notificationOccurrences,
  notifications,
} from "@/drizzle/schema/notifications";
import { users } from "@/drizzle/schema/people";
import type { SkipReason } from "@/drizzle/schema/values";
import type { Actor } from "@/server/access/actor";
import { type Ctx, ctxFor } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { dayNumber } from "@/server/kernel/calendar-date";
import { minute, plus } from "@/server/kernel/clock";
import type { Db } from "@/server/kernel/db";
import { newId, newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { buildMessage, type Owner } from "./build-message";
import type { Message } from "./message";
import { mayOwnNotifications } from "./policy";
import type { NotificationRow } from "./store";

const leaseMs = 2 * minute;
/** What cannot be composed so often, with two minutes between, is given up. */
const maximumTries = 60;

export type OccurrenceRow = typeof notificationOccurrences.$inferSelect;

/** An occurrence that this process may compose until its lease ends. */
export interface ComposeClaim {
  occurrence: OccurrenceRow;
  notification: NotificationRow;
}

/** Takes occurrences that have no text yet. */
export async function claimToCompose({ db, clock }: Services, limit: number): Promise<ComposeClaim[]> {
  const now = clock();
  const taken = await db.execute<{ workspace_id: string; id: string }>(sql`
    update ${notificationOccurrences} o
    set compose_at = ${plus(now, leaseMs).toISOString()}::timestamptz, compose_count = o.compose_count + 1
    from (select workspace_id, id from ${notificationOccurrences}
      where status = 'pending' and compose_at <= ${now.toISOString()}::timestamptz
      order by compose_at, id limit ${limit} for no key update skip locked) due
    where o.workspace_id = due.workspace_id and o.id = due.id
    returning o.workspace_id, o.id`);
  if (taken.length === 0) return [];
  return db
    .select({ occurrence: notificationOccurrences, notification: notifications })
    .from(notificationOccurrences)
    .innerJoin(
      notifications,
      and(
        eq(notifications.workspaceId, notificationOccurrences.workspaceId),
        eq(notifications.id, notificationOccurrences.notificationId),
      ),
    )
    .where(
      sql`(${notificationOccurrences.workspaceId}, ${notificationOccurrences.id}) in (select * from unnest(
        ${sql.param(taken.map((row) => row.workspace_id))}::uuid[], ${sql.param(taken.map(({ id }) => id))}::uuid[]))`,
    );
}

/** The owner's own ctx: a message shows only people within their reach. @returns null when they may not own notifications any more */
export async function ownerCtx(
  services: Services,
  { workspaceId, ownerId }: Pick<NotificationRow, "workspaceId" | "ownerId">,
): Promise<{ ctx: Ctx & { actor: Actor }; owner: Owner } | null> {
  const actor = await loadActor(services.db, workspaceId, ownerId, { type: "operator" });
  if (!actor || !mayOwnNotifications(actor)) return null;
  const [owner] = await services.db
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.workspaceId, workspaceId), eq(users.id, ownerId)));
  return owner ? { ctx: ctxFor(services, actor, newRequestId()), owner } : null;
}

type Composed = { message: Message } | { skip: SkipReason };

async function compose(services: Services, { occurrence, notification }: ComposeClaim): Promise<Composed> {
  const isTest = occurrence.kind === "test";
  if (!notification.enabled && !isTest) return { skip: "paused" };
  const found = await ownerCtx(services, notification);
  if (!found) return { skip: "owner_gone" };
  const day = dayNumber(occurrence.localDate);
  const { message, isEmpty } = await buildMessage(found.ctx, notification, day, found.owner, isTest);
  const sendsEmpty = isTest || (notification.frequency !== "BIRTHDAY" && notification.sendEmpty);
  return isEmpty && !sendsEmpty ? { skip: "nobody" } : { message };
}

/** Only the claim that is still the last one may write: one whose lease ended was taken over. */
async function finish(db: Db, claim: ComposeClaim, set: Partial<OccurrenceRow>): Promise<void> {
  const { workspaceId, id, composeCount } = claim.occurrence;
  await db
    .update(notificationOccurrences)
    .set({ composeAt: null, ...set })
    .where(
      and(
        eq(notificationOccurrences.workspaceId, workspaceId),
        eq(notificationOccurrences.id, id),
        eq(notificationOccurrences.status, "pending"),
        eq(notificationOccurrences.composeCount, composeCount),
      ),
    );
}

/** One for each address, so that one that fails says nothing of the others. */
const dispatchesOf = ({ notification }: ComposeClaim) =>
  notification.destinations.flatMap(({ platform, addresses, channelName, msGroup }, position) =>
    [...new Set(addresses)].map((address) => ({
      ...{ id: newId(), position: String(position), platform, address },
      ...{ channelName: channelName ?? null, msGroup: msGroup ?? null },
    })),
  );

const texts = (values: readonly (string | null)[]): SQL => sql`${sql.param([...values])}::text[]`;

/** The text and what is to be sent, both or nothing, by one statement. */
async function finishWithMessage({ db, clock }: Services, claim: ComposeClaim, message: Message) {
  const { workspaceId, id, composeCount } = claim.occurrence;
  const rows = dispatchesOf(claim);
  await db.execute(sql`
    with done as (
      update ${notificationOccurrences} o
      set status = 'sending', content = ${JSON.stringify(message)}::text::jsonb, compose_at = null
      where workspace_id = ${workspaceId} and id = ${id} and status = 'pending' and compose_count = ${composeCount}
      returning o.workspace_id, o.id
    )
    insert into ${notificationDispatches} (workspace_id, id, occurrence_id, position, platform, address, channel_name, ms_group,
      next_attempt_at)
    select done.workspace_id, m.id, done.id, m.position, m.platform, m.address, m.channel_name, m.ms_group,
      ${clock().toISOString()}::timestamptz
    from done cross join unnest(
      ${texts(rows.map((row) => row.id))}::uuid[], ${texts(rows.map((row) => row.position))}::smallint[],
      ${texts(rows.map((row) => row.platform))}::notification_platform[], ${texts(rows.map((row) => row.address))},
      ${texts(rows.map((row) => row.channelName))}, ${texts(rows.map((row) => row.msGroup))}
    ) as m(id, position, platform, address, channel_name, ms_group)`);
}

/** Writes what became of a claim. An error leaves it to its lease, so that it is tried again. */
export async function composeClaim(services: Services, claim: ComposeClaim): Promise<void> {
  try {
    const composed = await compose(services, claim);
    if ("skip" in composed)
      await finish(services.db, claim, { status: "skipped", skipReason: composed.skip });
    else await finishWithMessage(services, claim, composed.message);
  } catch (err) {
    services.log.error({ err, occurrence: claim.occurrence.id }, "a notification could not be composed");
    if (claim.occurrence.composeCount >= maximumTries)
      await finish(services.db, claim, { status: "failed" }).catch(() => undefined);
  }
}
