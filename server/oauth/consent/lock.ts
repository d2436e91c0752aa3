import { and, eq, isNull } from "drizzle-orm";
import { oauthClients } from "@/drizzle/schema/oauth";
import { sessions } from "@/drizzle/schema/signin";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { SignedIn } from "@/server/access/signed-in";
import type { Client } from "../clients/find-client";
import { type AppRules, ruleFields } from "./app-rules";
import { type Authentication, authenticationFields, authenticationOf } from "./fresh-sign-in";

/**
 * Locks the sign-in session, and the workspace's rules, until the open transaction ends. A transaction that ends sessions (a new password,
 * deactivation) ends grants after them: it either waits and finds the new grant, or came first, and no session is left to lock.
 * @returns when the user was authenticated; null when the session has ended
 */
export async function lockSession(
  { db }: Ctx,
  { actor, sessionId }: SignedIn,
): Promise<(Authentication & { rules: AppRules }) | null> {
  const [held] = await scoped(workspaceOf(actor), sessions)
    .select(db, { ...authenticationFields, rules: ruleFields })
    .innerJoin(workspaces, eq(workspaces.id, sessions.workspaceId))
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
    .for("share");
  return held ? { ...authenticationOf(held), rules: held.rules } : null;
}

/**
 * Locks the client against changes and deletion until the open transaction ends.
 * @returns the client as it is now; null when it was deleted
 */
export async function lockClient({ db }: Ctx, { id, authorizedAt }: Client): Promise<Client | null> {
  const [client] = await db
    .select()
    .from(oauthClients)
    .where(and(eq(oauthClients.id, id), isNull(oauthClients.deletedAt)))
    // Its first approval writes the row: two transactions that share the lock would deadlock.
    .for(authorizedAt === null ? "no key update" : "share");
  return client ?? null;
}
