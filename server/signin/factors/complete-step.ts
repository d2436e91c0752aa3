import { eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { SecondFactorProof } from "@/drizzle/schema/values";
import { inTransaction, type SystemContext, systemContext } from "@/server/access/ctx";
import type { Services } from "@/server/kernel/services";
import { SignInClosedError } from "@/server/modules/workspace/sign-in-policy/require-open-sign-in";
import type { Browser } from "../browser";
import { linkAndStart } from "../connections/enter-by-connection";
import type { Entered } from "../enter";
import type { PasskeyAnswer } from "../passkeys/schema";
import { consumePasskey } from "../passkeys/verify-passkey";
import { verifyStepPasskey } from "../passkeys/verify-step-passkey";
import { findSigninPeople, type SigninPerson } from "../people-by-email";
import { recordRefusals } from "../record-refusals";
import type { Later } from "../request-mail";
import { type Started, startSession } from "../start-session";
import { countCodeTry, forgiveCode } from "../tries";
import { proveFactor } from "./prove-factor";
import { consumeStep, findStep, type StepRow } from "./sign-in-steps";
import { lockFactorsForSignIn } from "./store";

export type Completed =
  | ({ ok: true } & Entered)
  /** `over`: unknown, used, expired, or the person may no longer sign in. */
  | { ok: false; reason: "over" | "wrong" }
  | { ok: false; reason: "throttled"; retryAfterSeconds: number };

/** Rolls back, so that the step stays for another code. */
class WrongCodeError extends Error {}

/** The person of a browser's pending step; null when it is over, or they may no longer sign in. */
export async function findPersonOfStep(
  { db, clock }: Services,
  secret: string,
): Promise<{ step: StepRow; person: SigninPerson } | null> {
  const step = await findStep(db, secret, clock());
  if (!step) return null;
  const [person] = await findSigninPeople(db, [step.workspaceId], eq(users.id, step.userId));
  return person ? { step, person } : null;
}

/** Begins the session that the step stands for; null when the connection or the account is no longer there. */
async function start(
  tx: SystemContext,
  {
    step,
    person,
    factor,
    browser,
  }: { step: StepRow; person: SigninPerson; factor: SecondFactorProof; browser: Browser },
  at: Date,
): Promise<Started | null> {
  const { method, link } = step;
  if (method !== "CONNECTION") return startSession(tx, person, { method, browser, factor }, at);
  if (!link) return null;
  const authenticatedAt = link.authenticatedAt === null ? null : new Date(link.authenticatedAt);
  const account = { ...link, workspaceId: step.workspaceId };
  const { providerSessionId } = link;
  return linkAndStart(tx, person, account, { browser, factor, authenticatedAt, providerSessionId }, at);
}

/**
 * Signs in who has proven their identity and now types a code, of their authenticator app or a recovery code, or uses a passkey. Tries are limited for each
 * person and source, or for a browser known to the person; a wrong code leaves the step as it is.
 * @param secret of the browser's cookie
 * @param answer what was typed, or what the passkey answered
 * @param later records a failure after the response
 */
export async function completeStep(
  services: Services,
  secret: string,
  answer: string | PasskeyAnswer,
  browser: Browser,
  later: Later = (work) => void work(),
): Promise<Completed> {
  const found = await findPersonOfStep(services, secret);
  if (!found) return { ok: false, reason: "over" };
  const { step, person } = found;
  const typed = typeof answer === "string" ? answer : "";
  const counted = await countCodeTry(services, person, browser, typed === answer ? "code" : "passkey");
  if (!counted.ok) return { ok: false, reason: "throttled", retryAfterSeconds: counted.retryAfterSeconds };
  const at = services.clock();
  const verified =
    typeof answer === "string" ? null : await verifyStepPasskey(services, person, secret, answer);
  const redeem = inTransaction(systemContext(services), async (tx) => {
    // First: a change of the factors locks in this order.
    await lockFactorsForSignIn(tx.db, person);
    if (!(await consumeStep(tx.db, step, at))) return null;
    const factor = verified
      ? (await consumePasskey(tx.db, verified, at)) && "PASSKEY"
      : await proveFactor(tx, person, typed, at);
    if (!factor) throw new WrongCodeError();
    return start(tx, { step, person, factor, browser }, at);
  });
  try {
    const started = await redeem;
    if (!started || !("session" in started)) return { ok: false, reason: "over" };
    await forgiveCode(services, counted);
    return {
      ok: true,
      session: started.session,
      person: { workspaceId: person.workspaceId, userId: person.userId },
      at,
    };
  } catch (error) {
    if (error instanceof SignInClosedError) return { ok: false, reason: "over" };
    if (!(error instanceof WrongCodeError)) throw error;
    later(() => recordRefusals(services, [person], browser));
    return { ok: false, reason: "wrong" };
  }
}
