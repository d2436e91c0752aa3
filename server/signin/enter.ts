import { eq } from "drizzle-orm";
import { credentials } from "@/drizzle/schema/signin";
import { inTransaction, systemContext } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import type { Services } from "@/server/kernel/services";
import type { Browser } from "./browser";
import type { SigninPerson } from "./people-by-email";
import { type ProviderAccount, rememberAccount } from "./provider-accounts";
import type { SessionRef } from "./session-cookie";
import { type ProofMethod, startSession } from "./start-session";

/** The proof of an identity: of each of these people, one per workspace. */
export interface Proof {
  people: readonly SigninPerson[];
  method: ProofMethod;
  /** The provider's account, if one was used. */
  account?: ProviderAccount;
}

/** A browser after its sign-in. */
export interface Entered {
  session: SessionRef;
  person: { workspaceId: string; userId: string };
  at: Date;
}

/** A browser whose person has proven who they are, and has yet to prove a second factor. */
export interface PendingFactor {
  /** The secret of the step. */
  step: string;
  person: Entered["person"];
  at: Date;
}

/**
 * Whether the verified password is still the person's. The lock decides: a concurrent password change either waits and then ends this
 * session, too, or came first.
 */
export async function holdsPassword(
  tx: Db,
  { workspaceId, userId, passwordHash }: SigninPerson,
): Promise<boolean> {
  const [held] = await scoped(workspaceOf({ workspaceId }), credentials)
    .select(tx, { passwordHash: credentials.passwordHash })
    .where(eq(credentials.userId, userId))
    .for("share");
  return held !== undefined && held.passwordHash === passwordHash;
}

/**
 * Signs in as one of the proven people, or leads them to the second step.
 * @returns null when the password or the provider's account has just stopped being this person's
 * @throws SignInClosedError
 */
export function enter(
  services: Services,
  person: SigninPerson,
  { method, account }: Pick<Proof, "method" | "account">,
  browser: Browser,
): Promise<Entered | PendingFactor | null> {
  const at = services.clock();
  return inTransaction(systemContext(services), async (tx) => {
    if (method === "PASSWORD" && !(await holdsPassword(tx.db, person))) return null;
    if (account && !(await rememberAccount(tx.db, person, account, at))) return null;
    return { ...(await startSession(tx, person, { method, browser }, at)), person, at };
  });
}
