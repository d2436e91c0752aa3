import { day, hour, plus } from "@/server/kernel/time/clock";

/** A key without a request for this long is unused. */
const unusedAfterDays = 30;
/** A key is expiring from this long before its expiry. */
const expiringWithinDays = 14;
/** A replaced key without a request for this long is quiet: it can be revoked without breaking anything. */
const quietAfterHours = 24;

interface Usage {
  createdAt: Date;
  lastUsedAt: Date | null;
}

export const isUnused = ({ createdAt, lastUsedAt }: Usage, now: Date): boolean =>
  (lastUsedAt ?? createdAt) < plus(now, -unusedAfterDays * day);

export const isExpiring = (expiresAt: Date | null, now: Date): boolean =>
  expiresAt !== null && expiresAt > now && expiresAt < plus(now, expiringWithinDays * day);

export const isQuiet = ({ lastUsedAt }: Usage, now: Date): boolean =>
  lastUsedAt === null || lastUsedAt < plus(now, -quietAfterHours * hour);
