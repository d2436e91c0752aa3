import type { SignInProblem } from "@/drizzle/schema/values";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { workspaceOfDigits } from "@/server/kernel/workspace-secret";
import {
  type ConnectionRow,
  findConnection,
  findVerifiedDomains,
  isOidc,
} from "@/server/modules/workspace/connections/store";
import type { Browser } from "../browser";
import type { Entered, PendingFactor } from "../enter";
import { isClosedTo, type SigninPerson } from "../people-by-email";
import { returnPath } from "../return-path";
import { type Authenticated, askProvider } from "./ask-provider";
import { type AttemptRow, consumeAttempt, forgetAnswer } from "./attempts";
import { proofsOf } from "./browser-secret";
import { type ConnectionAccount, findAccountOwner } from "./connection-accounts";
import { createOnSignIn } from "./create-on-sign-in";
import { enterByConnection } from "./enter-by-connection";
import type { PendingLink } from "./pending-link";
import { ProviderError } from "./provider-error";
import { type Address, type Claims, namedEmail, readAddress, readName } from "./read-claims";
import { recordRefusal } from "./record-refusal";
import { settleTest } from "./settle-test";
import { callbackPath } from "./start-connection-sign-in";

/** What a callback led to. */
export type Finished =
  | { kind: "entered"; entered: Entered | PendingFactor; returnTo: string }
  /** The person has a password, and confirms the account by it. */
  | { kind: "confirm"; link: PendingLink }
  | { kind: "tested"; connectionId: string }
  | { kind: "refused"; problem: SignInProblem; returnTo: string }
  /** The attempt is unknown, used, expired, or another browser's. */
  | { kind: "over" };

interface Callback {
  /** The last segment of the callback's path. */
  workspace: string;
  query: URLSearchParams;
  browserSecret: string;
  browser: Browser;
}

/**
 * Whether the address may be linked at once: one with a password confirms it. A password at an unproven address proves nothing (decision
 * 2.2), and one that no longer signs in confirms nothing (decision 2.14).
 */
const needsConfirmation = (person: SigninPerson): boolean =>
  person.passwordHash !== null && person.isVerified && !isClosedTo(person, "PASSWORD");

/** The person of the account: as recorded, by its address, or created now. */
async function findOwner(
  services: Services,
  connection: ConnectionRow,
  account: ConnectionAccount,
  { address, claims }: { address: Address; claims: Claims },
) {
  const owner = await findAccountOwner(services.db, account, address.email);
  if (owner.kind !== "none" || address.email === null || !connection.createsPeople) return owner;
  await createOnSignIn(services, connection, { email: address.email, name: readName(claims) });
  // One of two calls at once has created them.
  return findAccountOwner(services.db, account, address.email);
}

async function signIn(
  services: Services,
  connection: ConnectionRow,
  { returnTo }: AttemptRow,
  { claims, authenticatedAt, providerSessionId }: Authenticated,
  browser: Browser,
): Promise<Finished> {
  const refuse = async (problem: SignInProblem): Promise<Finished> => {
    await recordRefusal(services, connection, { problem, email: namedEmail(claims), browser });
    return { kind: "refused", problem, returnTo };
  };
  // It may have been paused while the browser was at the provider.
  if (connection.state !== "ACTIVE") return refuse("NOT_ALLOWED");
  const { workspaceId, id: connectionId } = connection;
  const account = { workspaceId, connectionId, issuer: claims.iss, subject: claims.sub };
  const address = readAddress(claims, await findVerifiedDomains(services.db, workspaceId));
  const owner = await findOwner(services, connection, account, { address, claims });
  if (owner.kind === "refused") return refuse("NOT_ALLOWED");
  if (owner.kind === "none") return refuse(address.problem ?? "NO_PERSON");
  const { person, isLinked } = owner;
  if (!isLinked && needsConfirmation(person)) {
    const { userId, email } = person;
    return {
      kind: "confirm",
      link: {
        ...{ ...account, connectionName: connection.name, userId, email, returnTo },
        authenticatedAt: authenticatedAt?.getTime() ?? null,
        providerSessionId,
      },
    };
  }
  const entered = await enterByConnection(services, person, account, browser, {
    authenticatedAt,
    providerSessionId,
    isLinked,
  });
  return entered ? { kind: "entered", entered, returnTo } : refuse("NOT_ALLOWED");
}

/** What a SAML provider's POST has proven, before the browser came. @throws ProviderError */
function answerOf({ answer }: AttemptRow): Authenticated {
  if (answer === null)
    throw new ProviderError("INVALID_ANSWER", "The identity provider has posted no response.");
  if ("problem" in answer) throw new ProviderError(answer.problem, answer.detail);
  const { claims, authenticatedAt } = answer;
  return {
    claims,
    authenticatedAt: authenticatedAt === null ? null : new Date(authenticatedAt),
    providerSessionId: null,
  };
}

/** What the provider says of the person, by either protocol; from here on there is one way. @throws ProviderError */
async function authenticate(
  services: Services,
  connection: ConnectionRow,
  attempt: AttemptRow,
  { query, browserSecret }: Pick<Callback, "query" | "browserSecret">,
): Promise<Authenticated> {
  if (!isOidc(connection)) {
    await forgetAnswer(services.db, attempt);
    return answerOf(attempt);
  }
  const { settings } = services;
  const state = query.get("state") ?? "";
  const callback = new URL(`${settings.appUrl}${callbackPath(attempt.workspaceId)}?${query}`);
  const { authenticatedAfter } = attempt;
  const proofs = { state, authenticatedAfter, ...proofsOf(browserSecret, state) };
  return askProvider(services, connection, callback, proofs);
}

/**
 * Answers a provider's callback: uses the attempt up, asks the provider, and signs in, or stores the outcome of a test. The network is used
 * outside of transactions.
 */
export async function finishConnectionSignIn(
  services: Services,
  { workspace, query, browserSecret, browser }: Callback,
): Promise<Finished> {
  const state = query.get("state") ?? "";
  const attempt = await consumeAttempt(services, state, browserSecret);
  // Another workspace's provider may not lead here: its own path is registered with it.
  if (!attempt || workspaceOfDigits(workspace) !== attempt.workspaceId) return { kind: "over" };
  const { workspaceId, connectionId } = attempt;
  const connection = await findConnection(services.db, { workspaceId, id: connectionId });
  if (!connection) return { kind: "over" };
  const returnTo = returnPath(attempt.returnTo);
  const came = { query, browserSecret };
  const asked = await authenticate(services, connection, attempt, came).catch((error: unknown) => {
    if (error instanceof ProviderError) return error;
    throw error;
  });
  if (attempt.purpose === "TEST") {
    await settleTest(services, connection, attempt, asked);
    return { kind: "tested", connectionId: encodeId("connection", connectionId) };
  }
  if (!(asked instanceof ProviderError))
    return signIn(services, connection, { ...attempt, returnTo }, asked, browser);
  services.log.warn(
    { workspaceId, connectionId, problem: asked.problem, detail: asked.detail },
    "a sign-in through a connection failed",
  );
  await recordRefusal(services, connection, { problem: asked.problem, email: null, browser });
  return { kind: "refused", problem: asked.problem, returnTo };
}
