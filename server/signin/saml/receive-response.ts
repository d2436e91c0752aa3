import { usedAssertions } from "@/drizzle/schema/connections";
import type { SignInAnswer } from "@/drizzle/schema/values";
import type { Db } from "@/server/kernel/database/db";
import { sourceBucket } from "@/server/kernel/http/source-ip";
import { takeToken } from "@/server/kernel/http/throttle";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { plus, second } from "@/server/kernel/time/clock";
import { workspaceOfDigits } from "@/server/kernel/workspace-secret";
import { findConnection, isSaml, type SamlConnection } from "@/server/modules/workspace/connections/store";
import { type AttemptRow, findPending, storeAnswer } from "../connections/attempts";
import { checkFreshness, detailOf, ProviderError } from "../connections/provider-error";
import { isUnasked } from "./check-response";
import { type Assertion, assertionLifeMs } from "./read-assertion";
import { verifyResponse } from "./verify-response";

/** Responses from one source: a whole office may have one address. */
const rate = { burst: 100, intervalMs: second };

/** What a POST led to. `received`: the browser that began comes for the outcome, and no other gets it. */
type Received =
  | { kind: "received"; workspaceId: string; state: string }
  /** Someone began at their identity provider, or the attempt is unknown, used or expired. */
  | { kind: "unasked" | "over" | "throttled" };

interface Posted {
  /** The last segment of the path. */
  workspace: string;
  form: URLSearchParams;
  ip: string | null;
}

interface Judged {
  answer: SignInAnswer;
  assertion: Assertion | null;
}

const refusal = ({ problem, detail }: ProviderError): SignInAnswer => ({
  problem,
  detail: detail === null ? null : detailOf(detail),
});

async function judge(
  services: Services,
  connection: SamlConnection,
  { authenticatedAfter }: AttemptRow,
  posted: { sent: string; state: string },
): Promise<Judged> {
  try {
    const assertion = await verifyResponse(services, connection, posted);
    const { claims, authenticatedAt } = assertion;
    checkFreshness(authenticatedAfter, authenticatedAt);
    return { answer: { claims, authenticatedAt: authenticatedAt?.getTime() ?? null }, assertion };
  } catch (error) {
    if (error instanceof ProviderError) return { answer: refusal(error), assertion: null };
    throw error;
  }
}

/** Uses an assertion's ID up: the primary key decides between calls at once. */
async function spend(
  tx: Db,
  { workspaceId, id: connectionId }: SamlConnection,
  assertion: Assertion,
  at: Date,
) {
  const first = await tx
    .insert(usedAssertions)
    .values({
      ...{ workspaceId, connectionId, hash: sha256(assertion.id) },
      expiresAt: plus(at, assertionLifeMs),
    })
    .onConflictDoNothing()
    .returning({ connectionId: usedAssertions.connectionId });
  return first.length > 0;
}

/**
 * Answers what an identity provider has a browser post (decision 2.30). The POST comes from another site, without our cookies: what it proves
 * is stored with the attempt, once, and the browser is led on to the callback of every connection, where its cookie says whether it began.
 */
export async function receiveResponse(
  services: Services,
  { workspace, form, ip }: Posted,
): Promise<Received> {
  const { db, clock } = services;
  const taken = await takeToken(db, `connection:acs:${sourceBucket(ip)}`, { ...rate, now: clock() });
  if (!taken.ok) return { kind: "throttled" };
  const [sent, state] = [form.get("SAMLResponse") ?? "", form.get("RelayState") ?? ""];
  const attempt = await findPending(services, state);
  // Another workspace's provider may not lead here: its own path is registered with it.
  if (!attempt || workspaceOfDigits(workspace) !== attempt.workspaceId)
    return { kind: isUnasked(sent) ? "unasked" : "over" };
  const { workspaceId, connectionId } = attempt;
  const connection = await findConnection(db, { workspaceId, id: connectionId });
  if (!connection || !isSaml(connection)) return { kind: "over" };
  const { answer, assertion } = await judge(services, connection, attempt, { sent, state });
  await db.transaction(async (tx) => {
    const at = clock();
    const isFirst = assertion === null || (await spend(tx, connection, assertion, at));
    const replayed = { problem: "INVALID_ANSWER", detail: "The assertion was used before." } as const;
    await storeAnswer(tx, attempt, isFirst ? answer : replayed, at);
  });
  return { kind: "received", workspaceId, state };
}
