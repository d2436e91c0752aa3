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

/** One row for each address, so that one that fails says nothing of the others. */
const dispatchRows = ({ occurrence, notification }: ComposeClaim, now: Date) =>
  notification.destinations.flatMap(({ platform, addresses, channelName, msGroup }, position) =>
    [...new Set(addresses)].map((address) => ({
      workspaceId: occurrence.workspaceId,
      id: newId(),
      occurrenceId: occurrence.id,
      position,
      platform,
      address,
      channelName: channelName ?? null,
      msGroup: msGroup ?? null,
      nextAttemptAt: now,
    })),
  );

/** Only the claim that is still the last one may write: one whose lease ended was taken over. */
async function finish(db: Db, claim: ComposeClaim, set: Partial<OccurrenceRow>): Promise<boolean> {
  const { workspaceId, id, composeCount } = claim.occurrence;
  const moved = await db
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
  return moved.count > 0;
}

/** Writes the text and what is to be sent, both or nothing. An error leaves the claim to its lease, so that it is tried again. */
export async function composeClaim(services: Services, claim: ComposeClaim): Promise<void> {
  try {
    const composed = await compose(services, claim);
    if ("skip" in composed) {
      await finish(services.db, claim, { status: "skipped", skipReason: composed.skip });
      return;
    }
    await services.db.transaction(async (tx) => {
      if (!(await finish(tx, claim, { status: "sending", content: composed.message }))) return;
      await tx.insert(notificationDispatches).values(dispatchRows(claim, services.clock()));
    });
  } catch (err) {
    services.log.error({ err, occurrence: claim.occurrence.id }, "a notification could not be composed");
    if (claim.occurrence.composeCount >= maximumTries)
      await finish(services.db, claim, { status: "failed" }).catch(() => undefined);
  }
}
