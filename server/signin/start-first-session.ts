import type { Services } from "@/server/kernel/services";
import type { Browser } from "./browser";
import type { Entered } from "./enter";
import { startSession } from "./start-session";

/** Signs in whoever has just made their workspace with the link that the operator has. */
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
