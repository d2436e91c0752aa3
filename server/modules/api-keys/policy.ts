import { day, hour, plus } from "@/server/kernel/clock";

/** A key that nothing has used for this long is called unused. */
const unusedAfterDays = 30;
/** From this long before its end a key is called expiring. */
const expiringWithinDays = 14;
/** A replaced key is quiet when nothing has used it for this long: then it can be revoked without breaking anything. */
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
