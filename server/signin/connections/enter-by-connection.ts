import { and, eq } from "drizzle-orm";
import { connections } from "@/drizzle/schema/connections";
import type { SecondFactorProof } from "@/drizzle/schema/values";
import { inTransaction, type SystemContext, systemContext } from "@/server/access/ctx";
import { hasFactor } from "@/server/access/has-factor";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import type { Services } from "@/server/kernel/services";
import type { Browser } from "../browser";
import { type Entered, holdsPassword, type PendingFactor } from "../enter";
import { createStep } from "../factors/sign-in-steps";
import { lockFactorsForSignIn } from "../factors/store";
import { isClosedTo, type SigninPerson } from "../people-by-email";
import { type ProviderSession, type Started, startSession } from "../start-session";
import { type ConnectionAccount, rememberConnectionAccount } from "./connection-accounts";

/** The connection, if it is active. Its lock makes one that is just being paused or deleted wait, or has come after it. */
async function findOpen(tx: Db, { workspaceId, connectionId }: ConnectionAccount) {
  const [held] = await scoped(workspaceOf({ workspaceId }), connections)
    .select(tx, { id: connections.id, name: connections.name })
    .where(and(eq(connections.id, connectionId), eq(connections.state, "ACTIVE")))
    .for("share");
  return held;
}

type Linking = ProviderSession & { browser: Browser; factor?: SecondFactorProof };

/**
 * Records whose account it is, and signs in. `tx` must be a transaction.
 * @returns null when the connection has closed, or the account has become someone else's
 */
export async function linkAndStart(
  tx: SystemContext,
  person: SigninPerson,
  account: ConnectionAccount,
  { browser, factor, authenticatedAt, providerSessionId }: Linking,
  at: Date,
): Promise<Started | null> {
  const connection = await findOpen(tx.db, account);
  if (!connection) return null;
  if (!(await rememberConnectionAccount(tx.db, person, account, at))) return null;
  const provided = { connection, authenticatedAt, providerSessionId };
  return startSession(
    tx,
    person,
    { method: "CONNECTION", browser, ...(factor && { factor }), ...provided },
    at,
  );
}

/**
 * Whether the account becomes the person's by this sign-in, which a second factor has to confirm like a password: from then on it opens
 * without either. Not where the workspace leaves it to its identity provider who is who (decision 2.14).
 */
const isLinking = (person: SigninPerson, { confirmed, isLinked }: Using): boolean =>
  confirmed === true || (!isLinked && !isClosedTo(person, "LINK"));

type Using = ProviderSession & { confirmed?: true; isLinked: boolean };

/**
 * Signs in as the account's person, or leads to the second step.
 * @param how.confirmed the person's password was typed just now
 * @param how.isLinked the account was theirs before
 * @returns null when the connection has closed, the account has become someone else's, or the password has changed meanwhile
 */
export function enterByConnection(
  services: Services,
  person: SigninPerson,
  account: ConnectionAccount,
  browser: Browser,
  how: Using,
): Promise<Entered | PendingFactor | null> {
  const at = services.clock();
  return inTransaction(systemContext(services), async (tx) => {
    await lockFactorsForSignIn(tx.db, person);
    if (how.confirmed && !(await holdsPassword(tx.db, person))) return null;
    const { authenticatedAt, providerSessionId } = how;
    if (isLinking(person, how) && (await hasFactor(tx.db, person))) {
      const { connectionId, issuer, subject } = account;
      const given = { authenticatedAt: authenticatedAt?.getTime() ?? null, providerSessionId };
      const link = { connectionId, issuer, subject, ...given };
      const step = await createStep(tx.db, person, { method: "CONNECTION", link }, at);
      return { step, person, at };
    }
    const provided = { browser, authenticatedAt, providerSessionId };
    const started = await linkAndStart(tx, person, account, provided, at);
    return started && { ...started, person, at };
  });
}
