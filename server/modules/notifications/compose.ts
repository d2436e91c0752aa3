import { and, eq, sql } from "drizzle-orm";
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
import { arrayOf, type Db, preparedBy, statement } from "@/server/kernel/db";
import { dueRows } from "@/server/kernel/due-rows";
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

const { placeholder } = sql;

const take = statement<{ workspace_id: string; id: string }>(sql`
  ${dueRows(sql`select workspace_id, id from ${notificationOccurrences}
    where status = 'pending' and compose_at <= ${placeholder("now")}::timestamptz
    order by compose_at, id limit ${placeholder("limit")}::int`)}
  update ${notificationOccurrences} o
  set compose_at = ${placeholder("leaseUntil")}::timestamptz, compose_count = o.compose_count + 1
  from due where o.workspace_id = due.workspace_id and o.id = due.id
  returning o.workspace_id, o.id`);

const takenOnes = preparedBy((db) =>
  db
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
        ${placeholder("workspaceIds")}::uuid[], ${placeholder("ids")}::uuid[]))`,
    )
    .prepare("notifications_to_compose"),
);

/** Takes occurrences that have no text yet. */
export async function claimToCompose({ db, clock }: Services, limit: number): Promise<ComposeClaim[]> {
  const now = clock();
  const leaseUntil = plus(now, leaseMs).toISOString();
  const taken = await take(db, { leaseUntil, now: now.toISOString(), limit });
  if (taken.length === 0) return [];
  return takenOnes(db).execute({
    workspaceIds: arrayOf(taken.map((row) => row.workspace_id)),
    ids: arrayOf(taken.map(({ id }) => id)),
  });
}

const ownerOf = preparedBy((db) =>
  db
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.workspaceId, placeholder("workspaceId")), eq(users.id, placeholder("ownerId"))))
    .prepare("notification_owner"),
);

/** The owner's own ctx: a message shows only people within their reach. @returns null when they may not own notifications any more */
export async function ownerCtx(
  services: Services,
  { workspaceId, ownerId }: Pick<NotificationRow, "workspaceId" | "ownerId">,
): Promise<{ ctx: Ctx & { actor: Actor }; owner: Owner } | null> {
  const actor = await loadActor(services.db, workspaceId, ownerId, { type: "operator" });
  if (!actor || !mayOwnNotifications(actor)) return null;
  const [owner] = await ownerOf(services.db).execute({ workspaceId, ownerId });
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

/**
 * One for each address, so that one that fails says nothing of the others; and only one, in however many destinations it stands. Of
 * mailboxes, case says nothing; of channels it does.
 */
function dispatchesOf({ notification }: ComposeClaim) {
  const all = notification.destinations.flatMap(({ platform, addresses, channelName, msGroup }, position) =>
    addresses.map((address) => ({
      ...{ id: newId(), position, platform, address },
      ...{ channelName: channelName ?? null, msGroup: msGroup ?? null },
    })),
  );
  const keyOf = ({ platform, address }: (typeof all)[number]) =>
    `${platform} ${platform === "email" ? address.toLowerCase() : address}`;
  const first = new Map(all.toReversed().map((one) => [keyOf(one), one]));
  return all.filter((one) => first.get(keyOf(one)) === one);
}

const writeMessage = statement(sql`
  with done as (
    update ${notificationOccurrences} o
    set status = 'sending', content = ${placeholder("content")}::text::jsonb, compose_at = null
    where workspace_id = ${placeholder("workspaceId")}::uuid and id = ${placeholder("id")}::uuid and status = 'pending'
      and compose_count = ${placeholder("composeCount")}::int
    returning o.workspace_id, o.id
  )
  insert into ${notificationDispatches} (workspace_id, id, occurrence_id, position, platform, address, channel_name, ms_group,
    next_attempt_at)
  select done.workspace_id, m.id, done.id, m.position, m.platform, m.address, m.channel_name, m.ms_group,
    ${placeholder("now")}::timestamptz
  from done cross join unnest(
    ${placeholder("ids")}::uuid[], ${placeholder("positions")}::smallint[],
    ${placeholder("platforms")}::notification_platform[], ${placeholder("addresses")}::text[],
    ${placeholder("channelNames")}::text[], ${placeholder("msGroups")}::text[]
  ) as m(id, position, platform, address, channel_name, ms_group)`);

/** The text and what is to be sent, both or nothing, by one statement. */
async function finishWithMessage({ db, clock }: Services, claim: ComposeClaim, message: Message) {
  const { workspaceId, id, composeCount } = claim.occurrence;
  const rows = dispatchesOf(claim);
  await writeMessage(db, {
    ...{ workspaceId, id, composeCount, content: JSON.stringify(message), now: clock().toISOString() },
    ids: arrayOf(rows.map((row) => row.id)),
    positions: arrayOf(rows.map(({ position }) => position)),
    platforms: arrayOf(rows.map(({ platform }) => platform)),
    addresses: arrayOf(rows.map(({ address }) => address)),
    channelNames: arrayOf(rows.map(({ channelName }) => channelName)),
    msGroups: arrayOf(rows.map(({ msGroup }) => msGroup)),
  });
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
