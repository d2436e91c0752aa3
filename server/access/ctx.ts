import type { Db } from "@/server/kernel/db";
import type { Services } from "@/server/kernel/services";
import type { Actor } from "./actor";
import { type Reach, reachOf } from "./reach";

/** What a verb gets beside its input: who acts, what they reach, the database, the clock. Knows nothing of HTTP. */
export interface Ctx {
  services: Services;
  /** The pool, or the transaction that the caller opened. */
  db: Db;
  /** Whose right is used: the key owner, the user of X-On-Behalf-Of, or the signed-in person. */
  actor: Actor;
  reach: Reach;
  /** Who owns the key, when one is used. Acting for another never widens a key: a write needs this reach too. */
  keyOwner: { id: string; reach: Reach } | null;
  requestId: string;
  now(): Date;
}

/** The ctx of somebody who acts for themselves. */
export function ctxFor(services: Services, actor: Actor, requestId: string): Ctx {
  const reach = reachOf(actor);
  const keyOwner = actor.via.type === "apiKey" && actor.userId ? { id: actor.userId, reach } : null;
  return { services, db: services.db, actor, reach, keyOwner, requestId, now: services.clock };
}

/** The ctx of a key whose owner acts for somebody they manage (decision 4.9). */
export const onBehalf = (ctx: Ctx, actor: Actor): Ctx => ({ ...ctx, actor, reach: reachOf(actor) });

/** Runs `work` in one transaction, with a ctx whose `db` is that transaction. */
export function inTransaction<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  return ctx.db.transaction((tx) => work({ ...ctx, db: tx }));
}
