import { minute, second } from "@/server/kernel/clock";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { sourceBucket } from "@/server/kernel/source-ip";
import { clearThrottle, returnToken, type TokenTaken, takeToken } from "@/server/kernel/throttle";

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
const sourceKey = (kind: TryKind, ip: string | null) => `${kind}:source:${sourceBucket(ip)}`;

/** Counts one try against the source and the account. @returns when refused, how long to wait */
export async function countTry(
  { db, clock }: Services,
  kind: TryKind,
  typed: string,
  ip: string | null,
): Promise<TokenTaken> {
  const now = clock();
  const bySource = await takeToken(db, sourceKey(kind, ip), { ...limits[kind].source, now });
  return bySource.ok ? takeToken(db, accountKey(kind, typed), { ...limits[kind].account, now }) : bySource;
}

/** A try that succeeded was no guess: it does not count, and the person starts afresh. */
export async function forgiveTry(
  { db }: Services,
  kind: TryKind,
  typed: string,
  ip: string | null,
): Promise<void> {
  await returnToken(db, sourceKey(kind, ip), limits[kind].source.intervalMs);
  await clearThrottle(db, accountKey(kind, typed));
}
