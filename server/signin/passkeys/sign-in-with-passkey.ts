import { eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { inTransaction, systemContext } from "@/server/access/ctx";
import type { Services } from "@/server/kernel/services";
import { SignInClosedError } from "@/server/modules/workspace/sign-in-policy/require-open-sign-in";
import type { Browser } from "../browser";
import type { Entered } from "../enter";
import { lockFactorsForSignIn } from "../factors/store";
import { findSigninPeople, type SigninPerson } from "../people-by-email";
import { recordRefusals } from "../record-refusals";
import type { Later } from "../request-mail";
import { startSession } from "../start-session";
import { countCodeTry, countUnknownPasskey, forgiveCode } from "../tries";
import { boundTo, openChallenge } from "./challenge";
import type { PasskeyAnswer } from "./schema";
import { findAnswering, type PasskeyRow } from "./store";
import { consumePasskey, type VerifiedPasskey, verifyPasskey } from "./verify-passkey";

export type PasskeySignIn =
  | ({ ok: true } & Entered)
  /** `over`: the challenge has expired, or is another browser's. `refused`: unknown, removed, wrong, used, or of someone who may not sign in. */
  | { ok: false; reason: "over" | "refused" }
  | { ok: false; reason: "throttled"; retryAfterSeconds: number }
  | { ok: false; reason: "closed"; person: Pick<SigninPerson, "workspaceId" | "workspaceName"> };

async function personOfPasskey({ db }: Services, row: PasskeyRow | null): Promise<SigninPerson | null> {
  if (!row) return null;
  const [person] = await findSigninPeople(db, [row.workspaceId], eq(users.id, row.userId));
  return person ?? null;
}

/** @returns null when the answer was used before, or the passkey has just been removed */
function start(
  services: Services,
  person: SigninPerson,
  verified: VerifiedPasskey,
  browser: Browser,
): Promise<Entered | null> {
  const at = services.clock();
  return inTransaction(systemContext(services), async (tx) => {
    // First: a change of the factors locks in this order.
    await lockFactorsForSignIn(tx.db, person);
    if (!(await consumePasskey(tx.db, verified, at))) return null;
    const started = await startSession(tx, person, { method: "PASSKEY", factor: "PASSKEY", browser }, at);
    return "session" in started ? { session: started.session, person, at } : null;
  });
}

/**
 * Signs in with a passkey alone: it is something that one has, unlocked by something that one knows or is. It is of one person in one
 * workspace, which its user handle names, so there is nothing to choose. Tries are limited as those of codes.
 * @param browserSecret of the cookie of the browser that asked for it
 * @param later records a failure after the response
 */
export async function signInWithPasskey(
  services: Services,
  { token, response }: PasskeyAnswer,
  browserSecret: string,
  browser: Browser,
  later: Later = (work) => void work(),
): Promise<PasskeySignIn> {
  const challenge = await openChallenge(services, token, boundTo.signIn(browserSecret));
  if (!challenge) return { ok: false, reason: "over" };
  const row = await findAnswering(services.db, response);
  const person = await personOfPasskey(services, row);
  const counted = person
    ? await countCodeTry(services, person, browser, "passkey")
    : await countUnknownPasskey(services, browser);
  if (!counted.ok) return { ok: false, reason: "throttled", retryAfterSeconds: counted.retryAfterSeconds };
  if (!row || !person) return { ok: false, reason: "refused" };
  try {
    const verified = await verifyPasskey(services, row, { challenge, response });
    const entered = verified && (await start(services, person, verified, browser));
    if (!entered) {
      later(() => recordRefusals(services, [person], browser));
      return { ok: false, reason: "refused" };
    }
    await forgiveCode(services, counted);
    return { ok: true, ...entered };
  } catch (error) {
    if (error instanceof SignInClosedError) return { ok: false, reason: "closed", person };
    throw error;
  }
}
