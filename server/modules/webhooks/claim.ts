import { ctxFor, inTransaction } from "@/server/access/ctx";
import { jobActor } from "@/server/access/job-actor";
import { plus } from "@/server/kernel/clock";
import type { Services } from "@/server/kernel/services";
import { type Cursor, type Due, type DueOptions, findDue } from "./find-due";
import { stopForOwner } from "./pause-for";
import { prepare } from "./prepare";
import { cancelDue } from "./release";
import { settle } from "./settle";
import { type Claimed, take } from "./take";

export interface ClaimOptions extends Omit<DueOptions, "now"> {
  leaseMs: number;
}

export interface ClaimResult {
  claimed: Claimed[];
  /** Where to go on; null when the scan came to the end. */
  next: Cursor | null;
  /** Something was done: to look again is worth its while, once there is room. */
  isProgress: boolean;
  /** Something left the queue without being sent: there may be more of it, whether there is room or not. */
  isRestless: boolean;
  /** Webhooks whose rows somebody else held just then. */
  skippedCount: number;
}

/**
 * Takes due deliveries of many webhooks at once: reads what is due, judges it, makes the bodies, and takes what nobody else has taken
 * meanwhile. What must not be sent any more leaves the queue.
 */
export async function claimDue(services: Services, options: ClaimOptions): Promise<ClaimResult> {
  const { db } = services;
  const now = services.clock();
  const { due, inactive, next } = await findDue(db, { ...options, now });
  const settled = await settle(db, inactive, now);
  const { send, outOfReach, ownerGone, unclear } = await prepare(services, due);
  await cancelDue(services, outOfReach);
  await stopForOwners(services, ownerGone);
  // What cannot be made must not be tried in a tight loop.
  const putOff = unclear.map((one) => ({ due: one, body: null }));
  const taken = await take(db, [...send, ...putOff], {
    workerId: options.workerId,
    now,
    leasedUntil: plus(now, options.leaseMs),
  });
  const isRestless = settled.settledCount + outOfReach.length + ownerGone.length + unclear.length > 0;
  return {
    claimed: taken.claimed,
    next,
    isProgress: taken.takenCount > 0 || isRestless,
    isRestless,
    skippedCount: taken.skippedCount + settled.skippedCount,
  };
}

async function stopForOwners(services: Services, due: readonly Due[]): Promise<void> {
  for (const { workspaceId, ownerId } of new Map(due.map((one) => [one.ownerId, one])).values()) {
    const ctx = ctxFor(services, jobActor(workspaceId, "FREE"), "webhooks");
    await inTransaction(ctx, (tx) => stopForOwner(tx, ownerId));
  }
}
