import { minute, second } from "@/server/kernel/clock";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { sourceBucket } from "@/server/kernel/source-ip";
import { clearThrottle, returnToken, type TokenTaken, takeToken } from "@/server/kernel/throttle";
import type { Browser } from "./browser";
import { deviceOf } from "./devices";
import { lookupEmail } from "./email";
import { findPeopleByEmail, type SigninPerson } from "./people-by-email";

interface Limits {
  account: { burst: number; intervalMs: number };
  source: { burst: number; intervalMs: number };
}

/** How often one may try, for an account and for a source address (decision 2.2). */
const limits = {
  password: {
    account: { burst: 10, intervalMs: 30 * second },
    source: { burst: 50, intervalMs: 6 * second },
  },
  mail: { account: { burst: 5, intervalMs: 5 * minute }, source: { burst: 30, intervalMs: 30 * second } },
} satisfies Record<string, Limits>;

type Kind = keyof typeof limits;
type From = Pick<Browser, "ip" | "devices">;

/** What was typed and is nobody's is slowed like what is somebody's. Hashed, because anything can be typed. */
const addressKey = (kind: Kind, typed: string) =>
  `${kind}:account:${sha256(typed.trim().toLowerCase()).toString("base64url")}`;
const personKey = (kind: Kind, { workspaceId, userId }: SigninPerson) =>
  `${kind}:person:${workspaceId}:${userId}`;
const deviceKey = (deviceId: string) => `password:device:${deviceId}`;
const sourceKey = (kind: Kind, ip: string | null) => `${kind}:source:${sourceBucket(ip)}`;

/** A person whose password may be compared with what was typed, and the bucket in which that counts as a guess. */
export interface Judged {
  person: SigninPerson;
  bucket: string;
}

/** A password that was typed, as far as it may be judged. */
export interface PasswordTry {
  judged: readonly Judged[];
  /** For whom it is too soon: until when in seconds. Null when everybody with the address is judged. */
  retryAfterSeconds: number | null;
  /** In which it counts for where it came from; null where only browsers are known. */
  source: string | null;
}

/**
 * Counts a try of a password, for each person with the address by itself: against the browser that this very person is known in, and else
 * against the source and the person. So who only knows the address can lock out strangers alone (OWASP, device cookies), and what a
 * browser has proven about one person buys no guess at another.
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
    if (device) known.push({ person, bucket: deviceKey(device.id) });
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
 * A try that succeeded was no guess: it does not count for the source, and whoever it was starts afresh. Others with the address do not:
 * guesses at them stay counted.
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
 * Counts a mail that was asked for: against the person, when they are known in this browser, and else against the source and the address.
 * What a browser says is looked up only when it says anything. No sign-in forgives it: it is the mailbox that is kept from a flood.
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
