import { verifyPassword } from "@/server/kernel/password";
import type { Services } from "@/server/kernel/services";
import { SignInClosedError } from "@/server/modules/workspace/sign-in-policy/require-open-sign-in";
import type { Browser } from "./browser";
import { lookupEmail } from "./email";
import { type Entered, enter, type PendingFactor, type Proof } from "./enter";
import { findPeopleByEmail, isClosedTo, type SigninPerson } from "./people-by-email";
import { recordRefusals } from "./record-refusals";
import type { Later } from "./request-mail";
import { countPasswordTry, forgive, type Judged } from "./tries";

type Refused =
  | { ok: false; reason: "credentials" }
  | { ok: false; reason: "throttled"; retryAfterSeconds: number };

/** `choose`: the password is the same in several workspaces; `closed`: those are open to their connections only. */
export type SignInResult =
  | ({ ok: true } & Entered)
  /** The password is right, and a second factor is yet to be proven. */
  | ({ ok: false; reason: "factor" } & PendingFactor)
  | { ok: false; reason: "choose"; proof: Proof }
  | { ok: false; reason: "closed"; person: Pick<SigninPerson, "workspaceId" | "workspaceName"> }
  | Refused;

/** Comparisons run in rounds of this size, so that the duration does not reveal how many workspaces know an address. */
const round = 3;

/** The people whose password it is. An unknown address, no password, or a wrong one take the same work. */
async function provenAmong(judged: readonly Judged[], password: string): Promise<Judged[]> {
  const comparisons = Math.ceil(Math.max(1, judged.length) / round) * round;
  const matches = await Promise.all(
    Array.from({ length: comparisons }, (_, i) =>
      verifyPassword(judged[i]?.person.passwordHash ?? null, password),
    ),
  );
  return judged.filter((_, i) => matches[i]);
}

/** For callers without work after the response. */
const atOnce: Later = (work) => void work();

/**
 * Finds the people for an e-mail address and password. An unknown address, an unverified one, a wrong password and a person who may not
 * sign in get the same answer, after the same time; tries are limited for each person and the source, or for a browser known to the person
 * (decision 2.2).
 * @param later records a failure after the response: an unknown address has nothing to record, and the duration would reveal it
 */
export async function provePassword(
  services: Services,
  typed: { email: string; password: string },
  browser: Browser,
  later: Later = atOnce,
): Promise<{ ok: true; proof: Proof } | Refused> {
  const found = await findPeopleByEmail(services.db, lookupEmail(typed.email));
  const people = found.filter(({ isVerified }) => isVerified);
  const counted = await countPasswordTry(services, typed.email, people, browser);
  const { judged, retryAfterSeconds } = counted;
  if (judged.length === 0 && retryAfterSeconds !== null)
    return { ok: false, reason: "throttled", retryAfterSeconds };
  const proven = await provenAmong(judged, typed.password);
  if (proven.length === 0) {
    const refused = judged.map(({ person }) => person);
    later(() => recordRefusals(services, refused, browser));
    // Some people were not checked: the password may be theirs.
    return retryAfterSeconds === null
      ? { ok: false, reason: "credentials" }
      : { ok: false, reason: "throttled", retryAfterSeconds };
  }
  await forgive(services, counted, proven);
  return { ok: true, proof: { people: proven.map(({ person }) => person), method: "PASSWORD" } };
}

/** Signs in with e-mail and password, when they match in exactly one workspace that is open to them. */
export async function signInWithPassword(
  services: Services,
  typed: { email: string; password: string },
  browser: Browser,
  later?: Later,
): Promise<SignInResult> {
  const proven = await provePassword(services, typed, browser, later);
  if (!proven.ok) return proven;
  const { people, method } = proven.proof;
  const [person, another] = people.filter((one) => !isClosedTo(one, method));
  if (another) return { ok: false, reason: "choose", proof: proven.proof };
  const closed = people.find((one) => isClosedTo(one, method));
  if (!person && closed) return { ok: false, reason: "closed", person: closed };
  if (!person) return { ok: false, reason: "credentials" };
  try {
    const entered = await enter(services, person, proven.proof, browser);
    if (!entered) return { ok: false, reason: "credentials" };
    return "step" in entered ? { ok: false, reason: "factor", ...entered } : { ok: true, ...entered };
  } catch (error) {
    // It has just been closed.
    if (error instanceof SignInClosedError) return { ok: false, reason: "closed", person };
    throw error;
  }
}
