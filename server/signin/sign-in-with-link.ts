import { inTransaction, systemContext } from "@/server/access/ctx";
import type { Services } from "@/server/kernel/services";
import { verifyEmail } from "@/server/modules/people/people/verify-email";
import { nullIfClosed } from "@/server/modules/workspace/sign-in-policy/require-open-sign-in";
import { findMailbox } from "./active-person";
import type { Browser } from "./browser";
import type { Entered, PendingFactor } from "./enter";
import { returnPath } from "./return-path";
import { startSession } from "./start-session";
import { consumeToken, placeOfToken } from "./tokens";

/**
 * Signs in with the secret of a mailed link, which is used up, or leads to the second step.
 * @returns null when it is unknown, used, expired, or its person may not sign in; also when the workspace is closed to links, and the link is
 * then not used up
 */
export async function signInWithLink(
  services: Services,
  token: string,
  browser: Browser,
): Promise<((Entered | PendingFactor) & { returnTo: string }) | null> {
  const now = services.clock();
  const place = await placeOfToken(services, token);
  if (!place) return null;
  const entered = inTransaction(systemContext(services), async (tx) => {
    const used = await consumeToken(tx.db, place, "MAGIC_LINK", now);
    const mailbox = used ? await findMailbox(tx.db, used) : null;
    if (!used || !mailbox) return null;
    await verifyEmail(tx.db, { ...used, email: mailbox.email }, now);
    const started = await startSession(tx, used, { method: "LINK", browser }, now);
    return { ...started, person: used, at: now, returnTo: returnPath(used.returnTo) };
  });
  return entered.catch(nullIfClosed);
}
