import { and, eq, isNull, sql } from "drizzle-orm";
import { connections } from "@/drizzle/schema/connections";
import { credentials, sessions } from "@/drizzle/schema/signin";
import { workspaces } from "@/drizzle/schema/workspaces";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { requireFreshProof } from "@/server/access/require-fresh-proof";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { findPasswordHolders } from "@/server/modules/people/people/find-password-holders";
import { endSessions } from "@/server/modules/people/sessions/end";
import { recordAudit, recordAudits } from "@/server/modules/workspace/audit/record";
import { lockPolicy } from "./store";

/** Sessions that were not begun through a connection. */
const doomed = sql`${sessions.method} is distinct from 'CONNECTION'`;

/**
 * Who switches the policy on has just shown that a connection works: their own session was begun through it, and it is active. Its lock
 * makes someone wait who deactivates or deletes it at once.
 */
async function requireOwnConnection(tx: Ctx): Promise<void> {
  const { via } = tx.actor;
  const [own] =
    via.type === "session"
      ? await scoped(workspaceOf(tx.actor), sessions)
          .select(tx.db, { connectionId: sessions.connectionId })
          .where(and(eq(sessions.id, via.sessionId), eq(sessions.method, "CONNECTION")))
      : [];
  const [connection] = own?.connectionId
    ? await scoped(workspaceOf(tx.actor), connections)
        .select(tx.db, { id: connections.id })
        .where(and(eq(connections.id, own.connectionId), eq(connections.state, "ACTIVE")))
        .for("share")
    : [];
  if (connection) return;
  throw new ApiError("CONFLICT", {
    ...because("notByConnection"),
    resolution: "Sign out, sign in through the connection, then switch this on.",
  });
}

/** Locks the sessions that will end before the policy: an app's approval in one of them locks in this order. */
const lockDoomed = (tx: Ctx) =>
  scoped(workspaceOf(tx.actor), sessions)
    .select(tx.db, { id: sessions.id })
    .where(and(doomed, isNull(sessions.revokedAt)))
    .orderBy(sessions.id)
    .for("update");

async function write(tx: Ctx, connectionsOnly: boolean): Promise<void> {
  const { workspaceId } = tx.actor;
  await tx.db.update(workspaces).set({ connectionsOnly }).where(eq(workspaces.id, workspaceId));
  await recordAudit(tx, {
    action: "workspace.update",
    resourceType: "workspace",
    resourceId: workspaceId,
    changes: { connectionsOnly: { from: !connectionsOnly, to: connectionsOnly } },
  });
}

/** Switches the policy on, and ends the sessions that were begun in another way, with one statement. */
async function close(tx: Ctx): Promise<number> {
  await requireOwnConnection(tx);
  await lockDoomed(tx);
  const { workspaceId } = tx.actor;
  const { connectionsOnly } = await lockPolicy(tx.db, workspaceId, "no key update");
  if (connectionsOnly) return 0;
  const keepers = await findPasswordHolders(tx.db, workspaceId, eq(credentials.hasEmergencyAccess, true));
  if (keepers.length === 0)
    throw new ApiError("CONFLICT", {
      ...because("emergencyNone"),
      resolution: "Give it to an administrator with a password first.",
    });
  await write(tx, true);
  const ended = await endSessions(tx.db, {
    ...{ workspaceId, which: doomed, at: tx.now(), reason: "CONNECTIONS_ONLY" },
  });
  await recordAudits(tx, ended);
  return ended.length;
}

async function open(tx: Ctx): Promise<number> {
  const { connectionsOnly } = await lockPolicy(tx.db, tx.actor.workspaceId, "no key update");
  if (connectionsOnly) await write(tx, false);
  return 0;
}

/**
 * Lets people of the workspace sign in through its connections only, or in every way again (decision 2.14). Any administrator switches it
 * off, and the operator.
 * @returns how many sessions ended
 * @throws ApiError FORBIDDEN unless the caller is an administrator, CONFLICT unless they have signed in through an active connection and
 * an administrator has emergency access
 */
export async function setPolicy(ctx: Ctx, connectionsOnly: boolean): Promise<{ endedCount: number }> {
  requireAdmin(ctx);
  await requireFreshProof(ctx);
  return inTransaction(ctx, async (tx) => ({ endedCount: await (connectionsOnly ? close(tx) : open(tx)) }));
}
