import type { PageLanguage } from "@/drizzle/schema/values";
import type { Db } from "@/server/kernel/database/db";
import type { Services } from "@/server/kernel/services";
import type { Actor } from "./actor";
import { type Reach, reachOf } from "./reach";

/** The context of a verb, besides its input: actor, reach, database, clock. Independent of HTTP. */
export interface Ctx {
  services: Services;
  /** The pool, or the open transaction. */
  db: Db;
  /** The user whose rights apply: the key's owner, the user of X-On-Behalf-Of, or the signed-in user. */
  actor: Actor;
  reach: Reach;
  /** The owner of the API key, if any. Acting on behalf of another user never widens a key: a write must lie within this reach, too. */
  keyOwner: { id: string; reach: Reach; actor: Actor } | null;
  requestId: string;
  /** The language of the reader, in which names are that have one for each; null where `name` alone is read, as in the API. */
  language: PageLanguage | null;
  now(): Date;
  /** Callbacks to run after the open transaction commits; null outside a transaction. */
  afterCommit: (() => void)[] | null;
  /** Reports the progress of long work. */
  report?(progress: { done: number; total: number }): void;
}

/** The ctx of an actor on its own behalf. @param language of the reader, where there is one */
export function ctxFor(
  services: Services,
  actor: Actor,
  requestId: string,
  language: PageLanguage | null = null,
): Ctx {
  const reach = reachOf(actor);
  const keyOwner = actor.via.type === "apiKey" && actor.userId ? { id: actor.userId, reach, actor } : null;
  return {
    services,
    db: services.dbOf(actor.workspaceId),
    actor,
    reach,
    keyOwner,
    requestId,
    language,
    now: services.clock,
    afterCommit: null,
  };
}

/** The actor that sees the response: the key's owner, even when the key acts on behalf of another user. */
export const viewerOf = ({ keyOwner, actor }: Ctx): Actor => keyOwner?.actor ?? actor;

/** The ctx of a key whose owner acts on behalf of a user they manage (decision 4.9). */
export const onBehalf = (ctx: Ctx, actor: Actor): Ctx => ({ ...ctx, actor, reach: reachOf(actor) });

/** The ctx of a stand-in or manager who decides on leave of this department (decisions 12.7 and 7.16). */
export const namedIn = (ctx: Ctx, departmentId: string): Ctx => ({
  ...ctx,
  actor: { ...ctx.actor, namedDepartmentIds: [departmentId] },
});

/** The part of a ctx that due work and sign-in share: there is no actor yet. */
export type SystemContext = Pick<Ctx, "services" | "db" | "afterCommit">;

export const systemContext = (services: Services): SystemContext => ({
  services,
  db: services.db,
  afterCommit: null,
});

/** A SystemContext of one workspace. */
export interface InWorkspace extends SystemContext {
  workspaceId: string;
}

/**
 * Runs `work` in the open transaction, or in a new one; `afterCommit` callbacks run after the commit. An error rolls back the whole
 * transaction: to continue after an error, use `inSavepoint`.
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

/** Runs `work` in a savepoint, so that its error rolls back only that work; must be called inside a transaction. */
export function inSavepoint<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  return ctx.db.transaction((savepoint) => work({ ...ctx, db: savepoint }));
}
