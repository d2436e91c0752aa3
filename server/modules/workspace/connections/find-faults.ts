import { and, asc, eq, isNotNull, lte, sql } from "drizzle-orm";
import { connections, emailDomains } from "@/drizzle/schema/connections";
import type { ConnectionProtocol } from "@/drizzle/schema/values";
import { everyWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { utcDay } from "@/server/kernel/time/clock";
import { warnedUntil } from "./policy";

/** What keeps, or will keep, people of some workspace from signing in through its connections. */
interface ConnectionFaults {
  /** Client secrets, and last signing certificates, of active connections that have expired, or will within 30 days. */
  secrets: {
    workspace: string;
    connection: string;
    protocol: ConnectionProtocol;
    expiresOn: string;
    isExpired: boolean;
  }[];
  /** Verified domains whose TXT record was missing at the last weekly check. */
  domains: { workspace: string; name: string }[];
}

const reason = "the operator looks for what keeps people from signing in";
/** The first ones: each is a line of the doctor's. */
const most = 50;

/** Of all workspaces, for the operator. */
export async function findFaults({ db, clock }: Services): Promise<ConnectionFaults> {
  const now = clock();
  const secrets = await scoped(everyWorkspace(reason), connections)
    .select(db, {
      workspaceId: connections.workspaceId,
      id: connections.id,
      protocol: connections.protocol,
      expiresOn: sql<string>`${connections.secretExpiresOn}`,
    })
    .where(
      and(
        eq(connections.state, "ACTIVE"),
        isNotNull(connections.secretExpiresOn),
        lte(connections.secretExpiresOn, warnedUntil(now)),
      ),
    )
    .orderBy(asc(connections.secretExpiresOn), asc(connections.id))
    .limit(most);
  const domains = await scoped(everyWorkspace(reason), emailDomains)
    .select(db, { workspaceId: emailDomains.workspaceId, name: emailDomains.name })
    .where(isNotNull(emailDomains.lostAt))
    .orderBy(asc(emailDomains.lostAt), asc(emailDomains.id))
    .limit(most);
  return {
    secrets: secrets.map(({ workspaceId, id, protocol, expiresOn }) => ({
      ...{ workspace: encodeId("workspace", workspaceId), connection: encodeId("connection", id) },
      ...{ protocol, expiresOn, isExpired: expiresOn < utcDay(now) },
    })),
    domains: domains.map(({ workspaceId, name }) => ({
      workspace: encodeId("workspace", workspaceId),
      name,
    })),
  };
}
