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

/** Proves a factor, in the open transaction. @returns null when the answer is wrong, or was used */
type Prove = (tx: SystemContext) => Promise<SecondFactorProof | null>;

/** What the answer proves. A passkey's signature is checked before the transaction; whether it counts is decided there. */
async function proofOf(
  services: Services,
  { person, secret, answer, at }: { person: SigninPerson; secret: string; answer: Answer; at: Date },
): Promise<Prove> {
  if (typeof answer === "string") return (tx) => proveFactor(tx, person, answer, at);
  const verified = await verifyStepPasskey(services, person, secret, answer);
  return async (tx) => (verified && (await consumePasskey(tx.db, verified, at)) ? "PASSKEY" : null);
}

/** What was typed, or what a passkey answered. */
type Answer = string | PasskeyAnswer;

/**
 * Signs in who has proven their identity and now types a code, of their authenticator app or a recovery code, or uses a passkey. Tries are
 * limited for each person and source, or for a browser known to the person; a wrong answer leaves the step as it is.
 * @param secret of the browser's cookie
 * @param later records a failure after the response
 */
export async function completeStep(
  services: Services,
  secret: string,
  answer: Answer,
  browser: Browser,
  later: Later = (work) => void work(),
): Promise<Completed> {
  const found = await findPersonOfStep(services, secret);
  if (!found) return { ok: false, reason: "over" };
  const { step, person } = found;
  const kind = typeof answer === "string" ? "code" : "passkey";
  const counted = await countCodeTry(services, person, browser, kind);
  if (!counted.ok) return { ok: false, reason: "throttled", retryAfterSeconds: counted.retryAfterSeconds };
  const at = services.clock();
  const prove = await proofOf(services, { person, secret, answer, at });
  const redeem = inTransaction(systemContext(services), async (tx) => {
    // First: a change of the factors locks in this order.
    await lockFactorsForSignIn(tx.db, person);
    if (!(await consumeStep(tx.db, step, at))) return null;
    const factor = await prove(tx);
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
