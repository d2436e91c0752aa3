import type { Services } from "@/server/kernel/services";
import type { Browser } from "./browser";
import type { Entered } from "./enter";
import { startSession } from "./start-session";

/** Signs in the administrator who has just created their workspace with the operator's link. */
export function startFirstSession(
  { db, clock }: Services,
  person: Entered["person"],
  browser: Browser,
): Promise<Entered> {
  const at = clock();
  return db.transaction(async (tx) => ({
    session: await startSession(tx, person, { method: "LINK", browser }, at),
    person,
    at,
  }));
}
