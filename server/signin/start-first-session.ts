import { inTransaction, systemContext } from "@/server/access/ctx";
import type { Services } from "@/server/kernel/services";
import type { Browser } from "./browser";
import type { Entered, PendingFactor } from "./enter";
import { startSession } from "./start-session";

/**
 * Signs in who has just created a password with a link: the administrator of a new workspace, or an invited person.
 * @throws SignInClosedError
 */
export function startFirstSession(
  services: Services,
  person: Entered["person"],
  browser: Browser,
): Promise<Entered | PendingFactor> {
  const at = services.clock();
  return inTransaction(systemContext(services), async (tx) => ({
    ...(await startSession(tx, person, { method: "LINK", browser }, at)),
    person,
    at,
  }));
}
