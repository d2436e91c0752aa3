import type { Db } from "@/server/kernel/database/db";
import { sourceBucket } from "@/server/kernel/http/source-ip";
import { clearThrottle, returnToken, type TokenTaken, takeToken } from "@/server/kernel/http/throttle";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { minute, second } from "@/server/kernel/time/clock";
import type { Browser } from "./browser";
import { deviceOf } from "./devices";
import { lookupEmail } from "./email";
import { findPeopleByEmail, type SigninPerson } from "./people-by-email";

interface Limits {
  account: { burst: number; intervalMs: number };
  source: { burst: number; intervalMs: number };
}

/** Rate limits for an account and for a source address (decision 2.2). */
const limits = {
  password: {
    account: { burst: 10, intervalMs: 30 * second },
    source: { burst: 50, intervalMs: 6 * second },
  },
  mail: { account: { burst: 5, intervalMs: 5 * minute }, source: { burst: 30, intervalMs: 30 * second } },
  // Three codes of a million are right at a time: a guesser who has the password tries 150 a day.
  code: {
    account: { burst: 5, intervalMs: 10 * minute },
    source: { burst: 50, intervalMs: 6 * second },
  },
  // No one guesses a signature: these bound the work, and the lines in the audit log.
  passkey: {
    account: { burst: 10, intervalMs: 30 * second },
    source: { burst: 50, intervalMs: 6 * second },
  },
} satisfies Record<string, Limits>;

type Kind = keyof typeof limits;
type From = Pick<Browser, "ip" | "devices">;

/** An unknown address is rate-limited like a known one. Hashed, because users can type anything. */
const addressKey = (kind: Kind, typed: string) =>
  `${kind}:account:${sha256(typed.trim().toLowerCase()).toString("base64url")}`;
const personKey = (kind: Kind, { workspaceId, userId }: SigninPerson) =>
  `${kind}:person:${workspaceId}:${userId}`;
const deviceKey = (kind: Kind, deviceId: string) => `${kind}:device:${deviceId}`;
const sourceKey = (kind: Kind, ip: string | null) => `${kind}:source:${sourceBucket(ip)}`;

/** A person whose password may be compared with the typed one, and the bucket that counts it as a guess. */
export interface Judged {
  person: SigninPerson;
  bucket: string;
}

/** The admission of a typed password. */
export interface PasswordTry {
  judged: readonly Judged[];
  /** Seconds until the next try for people who are throttled. Null when everyone with the address is checked. */
  retryAfterSeconds: number | null;
  /** The bucket of the source; null when the browser is known to all of them. */
  source: string | null;
}

/**
 * Counts a password try separately for each person with the address: against the browser if it is known to this person, otherwise against
 * the source and the person. So an attacker who only knows the address can lock out only unknown browsers (OWASP, device cookies), and a
 * browser's proof for one person grants no guess at another.
 */
export async function countPasswordTry(
  { db, clock }: Services,
  typed: string,
  people: readonly SigninPerson[],
  { ip, devices = [] }: From,
): Promise<PasswordTry> {
  const rate = { ...limits.password.account, now: clock() };
  const known: Judged[] = [];
  const strange: { person: SigninPerson | null; bucket: string }[] = [];
  for (const person of people) {
    const device = deviceOf(devices, person);
    if (device) known.push({ person, bucket: deviceKey("password", device.id) });
    else strange.push({ person, bucket: personKey("password", person) });
  }
  if (people.length === 0) strange.push({ person: null, bucket: addressKey("password", typed) });
  const source = strange.length > 0 ? sourceKey("password", ip) : null;
  const bySource =
    source === null
      ? ({ ok: true } as const)
      : await takeToken(db, source, { ...limits.password.source, now: rate.now });
  const counted = await Promise.all(
    [...known, ...(bySource.ok ? strange : [])].map(async (one) => ({
      ...one,
      taken: await takeToken(db, one.bucket, rate),
    })),
  );
  const waits = [bySource, ...counted.map(({ taken }) => taken)].flatMap((taken) =>
    taken.ok ? [] : [taken.retryAfterSeconds],
  );
  return {
    judged: counted.flatMap(({ taken, person, bucket }) => (taken.ok && person ? [{ person, bucket }] : [])),
    retryAfterSeconds: waits.length > 0 ? Math.max(...waits) : null,
    source,
  };
}

/**
 * A successful try was no guess: it does not count for the source, and the person's count restarts. Other people with the address keep
 * their counts: guesses at them stay counted.
 */
export async function forgive(
  { db }: Services,
  { source }: PasswordTry,
  proven: readonly Judged[],
): Promise<void> {
  if (source !== null) await returnToken(db, source, limits.password.source.intervalMs);
  await Promise.all(proven.map(({ bucket }) => clearThrottle(db, bucket)));
}

/**
 * Counts a requested mail: against the person if the browser is known to them, otherwise against the source and the address. Looks people
 * up only when the browser knows any. A sign-in does not reset the count: the limit protects the mailbox from a flood.
 */
export async function countMail(
  { db, clock }: Services,
  typed: string,
  { ip, devices = [] }: From,
): Promise<TokenTaken> {
  const { account, source } = limits.mail;
  const now = clock();
  const people = devices.length > 0 ? await findPeopleByEmail(db, lookupEmail(typed)) : [];
  const known = people.find((person) => deviceOf(devices, person));
  if (known) return takeToken(db, personKey("mail", known), { ...account, now });
  const bySource = await takeToken(db, sourceKey("mail", ip), { ...source, now });
  return bySource.ok ? takeToken(db, addressKey("mail", typed), { ...account, now }) : bySource;
}

/** The admission of a typed code of a second factor, or of a passkey, and the buckets that count it as a guess. */
export type CodeTry =
  | { ok: true; kind: "code" | "passkey"; bucket: string; source: string | null }
  | { ok: false; retryAfterSeconds: number };

/** Counts a try at a person's second factor: against the browser if it is known to them, otherwise against the source and the person. */
export async function countCodeTry(
  { db, clock }: Services,
  person: SigninPerson,
  { ip, devices = [] }: From,
  kind: "code" | "passkey" = "code",
): Promise<CodeTry> {
  const now = clock();
  const device = deviceOf(devices, person);
  const source = device ? null : sourceKey(kind, ip);
  if (source !== null) {
    const taken = await takeToken(db, source, { ...limits[kind].source, now });
    if (!taken.ok) return taken;
  }
  const bucket = device ? deviceKey(kind, device.id) : personKey(kind, person);
  const taken = await takeToken(db, bucket, { ...limits[kind].account, now });
  return taken.ok ? { ok: true, kind, bucket, source } : taken;
}

/** Counts a passkey that no one here has, against its source. */
export async function countUnknownPasskey({ db, clock }: Services, { ip }: From): Promise<CodeTry> {
  const source = sourceKey("passkey", ip);
  const taken = await takeToken(db, source, { ...limits.passkey.source, now: clock() });
  return taken.ok ? { ok: true, kind: "passkey", bucket: source, source } : taken;
}

/** Counts a try at the second factor of someone who is signed in: apart from sign-ins, so that neither locks them out of the other. */
export const countOwnCodeTry = (db: Db, { userId }: { userId: string }, now: Date): Promise<TokenTaken> =>
  takeToken(db, ownCodeKey(userId), { ...limits.code.account, now });

const ownCodeKey = (userId: string) => `code:own:${userId}`;

/** The right code was no guess. */
export async function forgiveCode({ db }: Services, counted: CodeTry): Promise<void> {
  if (!counted.ok) return;
  if (counted.source !== null) await returnToken(db, counted.source, limits[counted.kind].source.intervalMs);
  await clearThrottle(db, counted.bucket);
}

export const forgiveOwnCode = (db: Db, { userId }: { userId: string }): Promise<void> =>
  clearThrottle(db, ownCodeKey(userId));
