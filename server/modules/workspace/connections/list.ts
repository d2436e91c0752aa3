import { and, asc, desc, eq, isNotNull, sql } from "drizzle-orm";
import { connectionAccounts, connections, emailDomains, signInAttempts } from "@/drizzle/schema/connections";
import type { SignInTest } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { type ConnectionRow, type DomainRow, loadConnection } from "./store";

/** The connections of the workspace, the oldest first. @throws ApiError FORBIDDEN unless the caller is an administrator */
export async function listConnections(ctx: Ctx): Promise<ConnectionRow[]> {
  requireAdmin(ctx);
  return scoped(workspaceOf(ctx.actor), connections)
    .selectAll(ctx.db)
    .where(undefined)
    .orderBy(asc(connections.id));
}

/** The claimed domains of the workspace, by name. @throws ApiError FORBIDDEN unless the caller is an administrator */
export async function listDomains(ctx: Ctx): Promise<DomainRow[]> {
  requireAdmin(ctx);
  return scoped(workspaceOf(ctx.actor), emailDomains)
    .selectAll(ctx.db)
    .where(undefined)
    .orderBy(asc(emailDomains.name));
}

/** The last test of a connection that has an outcome. */
interface LastTest extends SignInTest {
  at: Date;
}

/** A connection with its last test, and how many people have signed in by it. */
export interface ConnectionDetails extends ConnectionRow {
  lastTest: LastTest | null;
  peopleCount: number;
}

/** @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND */
export async function getConnection(ctx: Ctx, id: string): Promise<ConnectionDetails> {
  requireAdmin(ctx);
  const workspace = workspaceOf(ctx.actor);
  const row = await loadConnection(ctx, id);
  const [test] = await scoped(workspace, signInAttempts)
    .select(ctx.db, { result: signInAttempts.result, at: signInAttempts.usedAt })
    .where(and(eq(signInAttempts.connectionId, id), isNotNull(signInAttempts.result)))
    .orderBy(desc(signInAttempts.createdAt))
    .limit(1);
  const [people] = await scoped(workspace, connectionAccounts)
    .select(ctx.db, { count: sql<number>`count(*)::int` })
    .where(eq(connectionAccounts.connectionId, id));
  return {
    ...row,
    lastTest: test?.result && test.at ? { ...test.result, at: test.at } : null,
    peopleCount: people?.count ?? 0,
  };
}
