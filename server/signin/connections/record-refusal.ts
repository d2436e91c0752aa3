import type { SignInProblem } from "@/drizzle/schema/values";
import { sourceBucket } from "@/server/kernel/http/source-ip";
import { takeToken } from "@/server/kernel/http/throttle";
import type { Services } from "@/server/kernel/services";
import { second } from "@/server/kernel/time/clock";
import { recordAuditLines } from "@/server/modules/workspace/audit/record";
import type { ConnectionRow } from "@/server/modules/workspace/connections/store";
import type { Browser } from "../browser";
import { placeOf } from "../start-session";

/**
 * Lines of one source, and of all. Anyone may begin a sign-in and come back without an account, so that nothing else bounds them; a typed
 * password has the same limit for an account.
 */
const rates = {
  source: { burst: 10, intervalMs: 30 * second },
  connection: { burst: 100, intervalMs: 10 * second },
};

/** A refused sign-in through a connection. */
interface Refusal {
  problem: SignInProblem;
  /** The address that the provider named; null when it named none that counts. */
  email: string | null;
  browser: Pick<Browser, "ip" | "userAgent">;
}

/**
 * Writes the refusal to the audit log, for the administrators who ask why someone does not get in. It proves no identity, so the line names
 * no actor.
 */
export async function recordRefusal(
  { db, clock }: Services,
  { workspaceId, id, name }: Pick<ConnectionRow, "workspaceId" | "id" | "name">,
  { problem, email, browser }: Refusal,
): Promise<void> {
  const at = clock();
  const key = `connection:refused:${workspaceId}:${id}`;
  const own = await takeToken(db, `${key}:${sourceBucket(browser.ip)}`, { ...rates.source, now: at });
  if (!own.ok) return;
  const all = await takeToken(db, key, { ...rates.connection, now: at });
  if (!all.ok) return;
  await recordAuditLines(db, { workspaceId, at, actingUserId: null }, [
    {
      action: "session.refuse",
      resourceType: "connection",
      resourceId: id,
      changes: {
        name: { to: name },
        problem: { to: problem },
        ...(email !== null && { email: { to: email } }),
        ...placeOf(browser),
      },
    },
  ]);
}
