import type { Db } from "@/server/kernel/db";
import type { Services } from "@/server/kernel/services";
import type { Actor } from "./actor";
import { type Reach, reachOf } from "./reach";

/** What a verb gets beside its input: who acts, what they reach, the database, the clock. Knows nothing of HTTP. */
export interface Ctx {
  services: Services;
  /** The pool, or the transaction that is open. */
  db: Db;
  /** Whose right is used: the key owner, the user of X-On-Behalf-Of, or the signed-in person. */
  actor: Actor;
  reach: Reach;
  /** Who owns the key, when one is used. Acting for another never widens a key: a write needs this reach too. */
  keyOwner: { id: string; reach: Reach; actor: Actor } | null;
  requestId: string;
  now(): Date;
  /** What to do once the open transaction has committed; null outside one. */
  afterCommit: (() => void)[] | null;
  /** Tells how far long work has come. */
  report?(progress: { done: number; total: number }): void;
}

/** The ctx of somebody who acts for themselves. */
export function ctxFor(services: Services, actor: Actor, requestId: string): Ctx {
  const reach = reachOf(actor);
  const keyOwner = actor.via.type === "apiKey" && actor.userId ? { id: actor.userId, reach, actor } : null;
  return {
    services,
    db: services.dbOf(actor.workspaceId),
    actor,
    reach,
    keyOwner,
    requestId,
    now: services.clock,
    afterCommit: null,
  };
}

/** Whose eyes an answer is for: the key's owner, whomever they act for. */
export const viewerOf = ({ keyOwner, actor }: Ctx): Actor => keyOwner?.actor ?? actor;

/** The ctx of a key whose owner acts for somebody they manage (decision 4.9). */
export const onBehalf = (ctx: Ctx, actor: Actor): Ctx => ({ ...ctx, actor, reach: reachOf(actor) });

/** The ctx of somebody who decides on leave of a department as a stand-in (decision 12.7). */
export const standingIn = (ctx: Ctx, departmentId: string): Ctx => ({
  ...ctx,
  actor: { ...ctx.actor, standInDepartmentIds: [departmentId] },
});

/** The part of a ctx that due work and sign-in have too: nobody acts yet. */
export type SystemContext = Pick<Ctx, "services" | "db" | "afterCommit">;

export const systemContext = (services: Services): SystemContext => ({
  services,
  db: services.db,
  afterCommit: null,
});

/** The same, of one workspace. */
export interface InWorkspace extends SystemContext {
  workspaceId: string;
}

/**
 * Runs `work` in the open transaction, or in one of its own; `afterCommit` work follows when it has committed. An error undoes
 * the whole transaction: who wants to go on after one uses `inSavepoint`.
 */
export async function inTransaction<C extends SystemContext, T>(
  ctx: C,
  work: (ctx: C) => Promise<T>,
): Promise<T> {
  if (ctx.afterCommit) return work(ctx);
  const afterCommit: (() => void)[] = [];
  const result = await ctx.db.transaction((tx) => work({ ...ctx, db: tx, afterCommit }));
  for (const effect of afterCommit) effect();
  return result;
}

/** Runs `work` so that its error undoes only what it did; must be called inside a transaction. */
export function inSavepoint<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  return ctx.db.transaction((savepoint) => work({ ...ctx, db: savepoint }));
}
