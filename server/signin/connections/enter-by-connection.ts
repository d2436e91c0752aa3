import { and, eq } from "drizzle-orm";
import { connections } from "@/drizzle/schema/connections";
import { inTransaction, systemContext } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import type { Services } from "@/server/kernel/services";
import type { Browser } from "../browser";
import { type Entered, holdsPassword } from "../enter";
import type { SigninPerson } from "../people-by-email";
import { type ProviderSession, startSession } from "../start-session";
import { type ConnectionAccount, rememberConnectionAccount } from "./connection-accounts";

/** The connection, if it is active. Its lock makes one that is just being paused or deleted wait, or has come after it. */
async function findOpen(tx: Db, { workspaceId, connectionId }: ConnectionAccount) {
  const [held] = await scoped(workspaceOf({ workspaceId }), connections)
    .select(tx, { id: connections.id, name: connections.name })
    .where(and(eq(connections.id, connectionId), eq(connections.state, "ACTIVE")))
    .for("share");
  return held;
}

/**
 * Signs in as the account's person.
 * @param how.confirmed the person's password was typed just now
 * @returns null when the connection has closed, the account has become someone else's, or the password has changed meanwhile
 */
export function enterByConnection(
  services: Services,
  person: SigninPerson,
  account: ConnectionAccount,
  browser: Browser,
  how: ProviderSession & { confirmed?: true },
): Promise<Entered | null> {
  const at = services.clock();
  return inTransaction(systemContext(services), async (tx) => {
    const connection = await findOpen(tx.db, account);
    if (!connection) return null;
    if (how.confirmed && !(await holdsPassword(tx.db, person))) return null;
    if (!(await rememberConnectionAccount(tx.db, person, account, at))) return null;
    const { authenticatedAt, providerSessionId } = how;
    const provided = { connection, authenticatedAt, providerSessionId };
    const beginning = { method: "CONNECTION", browser, ...provided } as const;
    return { session: await startSession(tx, person, beginning, at), person, at };
  });
}
