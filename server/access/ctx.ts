import type { Db } from "@/server/kernel/db";
import type { Services } from "@/server/kernel/services";
import type { Actor } from "./actor";
import { type Reach, reachOf } from "./reach";

/** What a verb gets beside its input: who acts, what they reach, the database, the clock. Knows nothing of HTTP. */
export interface Ctx {
  services: Services;
  /** The pool, or the transaction that the caller opened. */
  db: Db;
  actor: Actor;
  reach: Reach;
  requestId: string;
  now(): Date;
}

export function ctxFor(services: Services, actor: Actor, requestId: string): Ctx {
  return { services, db: services.db, actor, reach: reachOf(actor), requestId, now: services.clock };
}

/** Runs `work` in one transaction, with a ctx whose `db` is that transaction. */
export function inTransaction<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  return ctx.db.transaction((tx) => work({ ...ctx, db: tx }));
}
