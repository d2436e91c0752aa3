import { and, eq, type SQL, sql } from "drizzle-orm";
import { connectionAccounts, connections, usedLogoutTokens } from "@/drizzle/schema/connections";
import { sessions } from "@/drizzle/schema/signin";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { sourceBucket } from "@/server/kernel/http/source-ip";
import { takeToken } from "@/server/kernel/http/throttle";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { plus, second } from "@/server/kernel/time/clock";
import { workspaceOfDigits } from "@/server/kernel/workspace-secret";
import { endSessions } from "@/server/modules/people/sessions/end";
import { recordAuditLines } from "@/server/modules/workspace/audit/record";
import {
  type ConnectionRow,
  isOidc,
  type OidcConnection,
} from "@/server/modules/workspace/connections/store";
import {
  type LogoutToken,
  LogoutTokenError,
  logoutTokenLifeMs,
  peekLogoutToken,
  verifyLogoutToken,
} from "./logout-token";

/** Requests from one source: a provider may sign out a whole company. */
const rate = { burst: 300, intervalMs: second };

/** The active connections that the token may be for: of this workspace, by issuer and client. */
async function findAddressed(
  { db }: Services,
  workspaceId: string,
  { issuer, audience }: { issuer: string; audience: readonly string[] },
): Promise<OidcConnection[]> {
  const active = await scoped(workspaceOf({ workspaceId }), connections)
    .selectAll(db)
    .where(eq(connections.state, "ACTIVE"));
  const isSame = (one: OidcConnection) => new URL(one.issuer).href === new URL(issuer).href;
  return active.filter(isOidc).filter((one) => audience.includes(one.clientId) && isSame(one));
}

/** The sessions that it ends: of the provider's session, or of the account; where both are named, of both. */
const named = ({ workspaceId, id }: ConnectionRow, { subject, sessionId }: LogoutToken): SQL | undefined =>
  and(
    eq(sessions.connectionId, id),
    sessionId === null ? undefined : eq(sessions.providerSessionId, sessionId),
    subject === null
      ? undefined
      : sql`${sessions.userId} in (select a.user_id from ${connectionAccounts} a
          where a.workspace_id = ${workspaceId} and a.connection_id = ${id} and a.subject = ${subject})`,
  );

/** Ends the sessions, once for each token: the primary key decides. */
function end(services: Services, connection: ConnectionRow, token: LogoutToken): Promise<boolean> {
  const { workspaceId, id: connectionId } = connection;
  const at = services.clock();
  return services.db.transaction(async (tx) => {
    const first = await tx
      .insert(usedLogoutTokens)
      .values({
        ...{ workspaceId, connectionId, hash: sha256(token.id) },
        expiresAt: plus(at, logoutTokenLifeMs),
      })
      .onConflictDoNothing()
      .returning({ connectionId: usedLogoutTokens.connectionId });
    if (first.length === 0) return false;
    const which = named(connection, token);
    const ended = await endSessions(tx, { workspaceId, which, at, reason: "PROVIDER_SIGNED_OUT" });
    await recordAuditLines(tx, { workspaceId, at, actingUserId: null }, ended);
    return true;
  });
}

/**
 * Answers a logout token of a workspace's identity provider (OpenID Connect Back-Channel Logout 1.0): ends the sessions that were begun
 * through the connection by that account, or in that session of the provider. Keys and approvals of apps stay.
 * @param workspace the last segment of the path
 * @returns `refused` for a token that is not valid, used before, or for no active connection; no more, since anyone may ask
 */
export async function endByProvider(
  services: Services,
  { workspace, token, ip }: { workspace: string; token: string; ip: string | null },
): Promise<"ended" | "refused" | "throttled"> {
  const taken = await takeToken(services.db, `connection:logout:${sourceBucket(ip)}`, {
    ...{ ...rate, now: services.clock() },
  });
  if (!taken.ok) return "throttled";
  const workspaceId = workspaceOfDigits(workspace);
  const peeked = peekLogoutToken(token);
  if (!peeked) return "refused";
  for (const connection of await findAddressed(services, workspaceId, peeked)) {
    const verified = await verifyLogoutToken(services, connection, token).catch((error: unknown) => {
      if (!(error instanceof LogoutTokenError)) throw error;
      services.log.warn(
        { workspaceId, connectionId: connection.id, detail: error.message },
        "a logout token was refused",
      );
      return null;
    });
    if (verified) return (await end(services, connection, verified)) ? "ended" : "refused";
  }
  return "refused";
}
