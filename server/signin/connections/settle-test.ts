import { and, eq, lte } from "drizzle-orm";
import { connections, signInAttempts } from "@/drizzle/schema/connections";
import type { SignInProblem, SignInTest } from "@/drizzle/schema/values";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Services } from "@/server/kernel/services";
import { recordAuditLines } from "@/server/modules/workspace/audit/record";
import { type ConnectionRow, findVerifiedDomains } from "@/server/modules/workspace/connections/store";
import type { Authenticated } from "./ask-provider";
import type { AttemptRow } from "./attempts";
import { findAccountOwner } from "./connection-accounts";
import { ProviderError } from "./provider-error";
import { type Claims, readAddress, shownClaims } from "./read-claims";

/** Whether the account is the tester's; it is linked only when they sign in by it. */
async function judge(
  services: Services,
  { workspaceId, id: connectionId }: ConnectionRow,
  testerId: string | null,
  claims: Claims,
): Promise<SignInProblem | null> {
  const account = { workspaceId, connectionId, issuer: claims.iss, subject: claims.sub };
  const address = readAddress(claims, await findVerifiedDomains(services.db, workspaceId));
  const owner = await findAccountOwner(services.db, account, address.email);
  if (owner.kind === "refused") return "NOT_ALLOWED";
  if (owner.kind === "none") return address.problem ?? "NO_PERSON";
  return owner.person.userId === testerId ? null : "OTHER_PERSON";
}

/** Stores the outcome of a test. A draft that has not changed meanwhile is tested once it succeeds. */
export async function settleTest(
  services: Services,
  connection: ConnectionRow,
  attempt: AttemptRow,
  asked: Authenticated | ProviderError,
): Promise<void> {
  const result: SignInTest =
    asked instanceof ProviderError
      ? { problem: asked.problem, claims: [], detail: asked.detail }
      : {
          problem: await judge(services, connection, attempt.userId, asked.claims),
          claims: shownClaims(asked.claims),
          detail: null,
        };
  const { workspaceId, id } = connection;
  const at = services.clock();
  await services.db.transaction(async (tx) => {
    await scoped(workspaceOf({ workspaceId }), signInAttempts)
      .update(tx)
      .set({ result })
      .where(eq(signInAttempts.id, attempt.id));
    if (result.problem !== null) return;
    const tested = await scoped(workspaceOf({ workspaceId }), connections)
      .update(tx)
      .set({ state: "TESTED", testedAt: at })
      .where(
        and(
          eq(connections.id, id),
          eq(connections.state, "DRAFT"),
          lte(connections.updatedAt, attempt.createdAt),
        ),
      )
      .returning({ id: connections.id });
    if (tested.length === 0) return;
    await recordAuditLines(tx, { workspaceId, at, actingUserId: attempt.userId }, [
      {
        action: "connection.test",
        resourceType: "connection",
        resourceId: id,
        changes: { state: { from: "DRAFT", to: "TESTED" } },
      },
    ]);
  });
}
