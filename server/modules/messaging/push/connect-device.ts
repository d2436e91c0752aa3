import { and, desc, eq, ne, or, sql } from "drizzle-orm";
import { pushSubscriptions } from "@/drizzle/schema/push";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { newId } from "@/server/kernel/ids";
import { maximumDevices } from "./policy";
import type { PushSubscription } from "./schema";
import { lockDevices, type OwnSession, requireOn, requireSubscription, sessionOf } from "./store";

/**
 * Switches notifications on in the acting person's browser. Of one browser the last person has them; of a person's devices beyond the
 * maximum the longest unused ones end.
 * @throws ApiError VALIDATION_ERROR, CONFLICT where push notifications are off, FORBIDDEN for a key
 */
export async function connectDevice(ctx: Ctx, given: PushSubscription): Promise<void> {
  const own = sessionOf(ctx);
  requireOn(ctx);
  const subscription = await requireSubscription(ctx, given);
  await inTransaction(ctx, async (tx) => {
    const { userAgent } = await lockDevices(tx, own);
    await store(tx, own, subscription, userAgent);
    await endExcess(tx, own);
  });
}

async function store(
  tx: Ctx,
  own: OwnSession,
  { endpoint, keys, expirationTime }: PushSubscription,
  userAgent: string | null,
): Promise<void> {
  const { workspaceId, userId, sessionId } = own;
  const now = tx.now();
  const devices = scoped(workspaceOf(own), pushSubscriptions);
  // The browser's earlier subscription, and another person's in the same browser.
  await devices
    .delete(tx.db)
    .where(
      or(
        and(eq(pushSubscriptions.sessionId, sessionId), ne(pushSubscriptions.endpoint, endpoint)),
        and(eq(pushSubscriptions.endpoint, endpoint), ne(pushSubscriptions.userId, userId)),
      ),
    );
  const state = {
    ...{ userId, sessionId, ...keys, signedInAt: now, userAgent },
    expiresAt: expirationTime ? new Date(expirationTime) : null,
  };
  await tx.db
    .insert(pushSubscriptions)
    .values({ workspaceId, id: newId(), endpoint, createdAt: now, ...state })
    .onConflictDoUpdate({
      target: [pushSubscriptions.workspaceId, pushSubscriptions.endpoint],
      set: state,
    });
}

async function endExcess(tx: Ctx, own: OwnSession): Promise<void> {
  const { userId } = own;
  const devices = scoped(workspaceOf(own), pushSubscriptions);
  const lastUse = sql`greatest(${pushSubscriptions.signedInAt}, ${pushSubscriptions.usedAt})`;
  const excess = await devices
    .select(tx.db, { id: pushSubscriptions.id })
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(
      desc(sql`${pushSubscriptions.sessionId} = ${own.sessionId}::uuid`),
      desc(lastUse),
      desc(pushSubscriptions.id),
    )
    .offset(maximumDevices);
  if (excess.length === 0) return;
  await devices.delete(tx.db).where(
    isAnyOf(
      pushSubscriptions.id,
      excess.map(({ id }) => id),
    ),
  );
}
