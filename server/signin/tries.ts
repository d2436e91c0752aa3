import { minute, second } from "@/server/kernel/clock";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { sourceBucket } from "@/server/kernel/source-ip";
import { clearThrottle, returnToken, type TokenTaken, takeToken } from "@/server/kernel/throttle";
import type { Browser } from "./browser";
import { knownDevice } from "./devices";
import { lookupEmail } from "./email";
import { findPeopleByEmail } from "./people-by-email";

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

export type TryKind = keyof typeof limits;

/** The account is what was typed: an unknown address is slowed like a known one. Hashed, because anything can be typed. */
const accountKey = (kind: TryKind, typed: string) =>
  `${kind}:account:${sha256(typed.trim().toLowerCase()).toString("base64url")}`;
const deviceKey = (kind: TryKind, deviceId: string) => `${kind}:device:${deviceId}`;
const sourceKey = (kind: TryKind, ip: string | null) => `${kind}:source:${sourceBucket(ip)}`;

/** Who tries. */
export interface Trier {
  /** What was typed as the address. */
  typed: string;
  ip: string | null;
  /** The bucket of a browser that has signed in to this very account before; null for any other. */
  deviceId: string | null;
}

/** Who tries. What a browser says is looked up only when it says anything. */
export async function trierOf(
  { db }: Services,
  typed: string,
  { ip, devices = [] }: Pick<Browser, "ip" | "devices">,
): Promise<Trier> {
  const people = devices.length > 0 ? await findPeopleByEmail(db, lookupEmail(typed)) : [];
  return { typed, ip, deviceId: knownDevice(devices, people) };
}

/**
 * Counts one try: against the browser that is known to the account, and else against the source and the account. So who only knows
 * the address can lock out strangers alone (OWASP, device cookies).
 * @returns when refused, how long to wait
 */
export async function countTry({ db, clock }: Services, kind: TryKind, trier: Trier): Promise<TokenTaken> {
  const now = clock();
  const { account, source } = limits[kind];
  if (trier.deviceId !== null) return takeToken(db, deviceKey(kind, trier.deviceId), { ...account, now });
  const bySource = await takeToken(db, sourceKey(kind, trier.ip), { ...source, now });
  return bySource.ok ? takeToken(db, accountKey(kind, trier.typed), { ...account, now }) : bySource;
}

/** A try that succeeded was no guess: it does not count, and the person starts afresh. Strangers do not: their guesses stay counted. */
export async function forgiveTry({ db }: Services, kind: TryKind, trier: Trier): Promise<void> {
  if (trier.deviceId !== null) return clearThrottle(db, deviceKey(kind, trier.deviceId));
  await returnToken(db, sourceKey(kind, trier.ip), limits[kind].source.intervalMs);
  await clearThrottle(db, accountKey(kind, trier.typed));
}
