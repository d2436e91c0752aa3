import { asc, eq } from "drizzle-orm";
import { connections } from "@/drizzle/schema/connections";
import { domainWorkspaces } from "@/drizzle/schema/workspace-directory";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import { noWorkspace } from "@/server/kernel/workspace-secret";
import { domainOf } from "./policy";

/** A connection on the sign-in page. */
export interface OfferedConnection {
  workspaceId: string;
  id: string;
  name: string;
}

/**
 * The active connections for an address, by its domain alone: whether someone has the address is not looked up, so the answer and its time
 * are the same for every address of a domain, and the queries the same for every domain.
 */
export async function findOffered(db: Db, email: string): Promise<OfferedConnection[]> {
  const [found] = await db
    .select({ workspaceId: domainWorkspaces.leadsTo })
    .from(domainWorkspaces)
    .where(eq(domainWorkspaces.name, domainOf(email) ?? ""));
  const workspaceId = found?.workspaceId ?? noWorkspace;
  return findActive(db, workspaceId);
}

/** The active connections of a workspace. */
export const findActive = (db: Db, workspaceId: string): Promise<OfferedConnection[]> =>
  scoped(workspaceOf({ workspaceId }), connections)
    .select(db, { workspaceId: connections.workspaceId, id: connections.id, name: connections.name })
    .where(eq(connections.state, "ACTIVE"))
    .orderBy(asc(connections.id));
