import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { sessions } from "@/drizzle/schema/signin";
import type { FactorKind } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { endSessions } from "@/server/modules/people/sessions/end";
import { recordAudit, recordAudits } from "@/server/modules/workspace/audit/record";
import type { personOf } from "../person-of";
import { notifyOfFactor } from "./notify-of-factor";
import { storeProof } from "./own-session";
import { replaceRecoveryCodes } from "./recovery-codes";
import { retireSteps } from "./sign-in-steps";

type Own = ReturnType<typeof personOf>;

/** Sessions of the person that have proven no factor, except this one; those through a connection need none. */
async function endOthers(tx: Ctx, { workspaceId, userId, sessionId }: Own): Promise<void> {
  const which = and(
    eq(sessions.userId, userId),
    ne(sessions.id, sessionId),
    isNull(sessions.secondFactor),
    sql`${sessions.method} is distinct from 'CONNECTION'`,
  );
  await recordAudits(
    tx,
    await endSessions(tx.db, { workspaceId, which, at: tx.now(), reason: "FACTOR_ADDED" }),
  );
}

/**
 * What follows when the acting person has added a factor, in its transaction: their sessions that have proven none end, but this one; so do
 * sign-ins under way. They are notified by mail.
 * @returns recovery codes with the first factor, which are shown once; else null
 */
export async function settleAddedFactor(
  tx: Ctx,
  person: Own,
  { id, name, kind, isFirst }: { id: string; name: string; kind: FactorKind; isFirst: boolean },
): Promise<{ recoveryCodes: string[] | null }> {
  const now = tx.now();
  const recoveryCodes = isFirst ? await replaceRecoveryCodes(tx.db, person, now) : null;
  await retireSteps(tx.db, person, now);
  await storeProof(tx.db, person, kind, now);
  await endOthers(tx, person);
  await recordAudit(tx, {
    action: "second_factor.create",
    resourceType: "second_factor",
    resourceId: id,
    changes: { name: { to: name } },
  });
  await notifyOfFactor(tx, person, { what: kind === "PASSKEY" ? "passkeyAdded" : "added", name });
  return { recoveryCodes };
}
