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

/** A key whose last request, or creation, is before this is unused. */
export const unusedBefore = (now: Date): Date => plus(now, -unusedAfterDays * day);
/** A working key that expires before this is expiring. */
export const expiringBefore = (now: Date): Date => plus(now, expiringWithinDays * day);

export const isUnused = ({ createdAt, lastUsedAt }: Usage, now: Date): boolean =>
  (lastUsedAt ?? createdAt) < unusedBefore(now);

export const isExpiring = (expiresAt: Date | null, now: Date): boolean =>
  expiresAt !== null && expiresAt > now && expiresAt < expiringBefore(now);

export const isQuiet = ({ lastUsedAt }: Usage, now: Date): boolean =>
  lastUsedAt === null || lastUsedAt < plus(now, -quietAfterHours * hour);
