import { and, eq, type SQL, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { sessions } from "@/drizzle/schema/signin";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { sameWorkspace, scoped } from "@/server/access/scoped";
import { factorDueAtUnder, hasNoFactor } from "./factor-duty";
import { audienceOf, type FactorChoice, type FactorPolicy, policyAfter } from "./policy";
import { readPolicy } from "./store";

/** What a policy means for the people of the workspace. */
export interface FactorEffect {
  /** Whom it concerns. */
  concernedCount: number;
  /** Who of them has no second factor. */
  lackingCount: number;
  /** Who of these may do nothing else before they have added one. */
  dueCount: number;
  /** Whether the caller is one of those, in a session that no connection began. */
  isOwnDue: boolean;
}

/** An SQL condition: active people whom the policy concerns. */
export const isConcerned = (policy: FactorPolicy): SQL | undefined =>
  and(eq(users.status, "ACTIVE"), sql`${factorDueAtUnder(policy)} is not null`);

/** An SQL condition: the caller, in a session that no connection began. */
function isOwn({ actor }: Ctx): SQL {
  if (actor.via.type !== "session") return sql`false`;
  return sql`(${users.id} = ${actor.userId}::uuid and exists (select 1 from ${sessions}
    where ${sameWorkspace(workspaceOf(actor), sessions, users)} and ${sessions.id} = ${actor.via.sessionId}::uuid
      and ${sessions.method} is distinct from 'CONNECTION'))`;
}

async function readEffect(ctx: Ctx, policy: FactorPolicy): Promise<FactorEffect> {
  const workspace = workspaceOf(ctx.actor);
  const lacks = hasNoFactor(workspace);
  const isDue = sql`(${lacks} and ${factorDueAtUnder(policy)} <= ${ctx.now().toISOString()}::timestamptz)`;
  const [found] = await scoped(workspace, users)
    .select(ctx.db, {
      concernedCount: sql<number>`count(*)::int`,
      lackingCount: sql<number>`(count(*) filter (where ${lacks}))::int`,
      dueCount: sql<number>`(count(*) filter (where ${isDue}))::int`,
      isOwnDue: sql<boolean>`coalesce(bool_or(${isOwn(ctx)} and ${isDue}), false)`,
    })
    .where(isConcerned(policy));
  if (!found) throw new Error("an aggregate has a row");
  return found;
}

/** The policy of second factors, and its effect now. @throws ApiError FORBIDDEN unless the caller is an administrator */
export async function findFactorPolicy(ctx: Ctx): Promise<FactorChoice & FactorEffect> {
  requireAdmin(ctx);
  const policy = await readPolicy(ctx.db, ctx.actor.workspaceId);
  const effect = await readEffect(ctx, policy);
  return { audience: audienceOf(policy), graceDays: policy.factorGraceDays, ...effect };
}

/** What a choice would mean, without making it. @throws ApiError FORBIDDEN unless the caller is an administrator */
export async function findFactorEffect(ctx: Ctx, choice: FactorChoice): Promise<FactorEffect> {
  requireAdmin(ctx);
  const before = await readPolicy(ctx.db, ctx.actor.workspaceId);
  return readEffect(ctx, policyAfter(before, choice, ctx.now()));
}
