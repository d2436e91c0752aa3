import type { Scope } from "@/server/access/scopes";
import { nextUtcMonth, utcDay } from "@/server/kernel/clock";
import { encodeId } from "@/server/kernel/schema";
import { burst, burstLeft, monthlyQuota } from "@/server/modules/rate-limits/policy";
import { maskedKey } from "./key-format";
import { isExpiring, isQuiet, isUnused } from "./policy";
import type { KeyState } from "./schema";
import type { KeyRow } from "./store";

function stateOf(row: KeyRow, now: Date): KeyState {
  if (row.revokedAt) return "revoked";
  return row.expiresAt && row.expiresAt <= now ? "expired" : "active";
}

/** What the pages show of a key; the counters as they stand now (an old day or month counts as zero). */
export function apiKeyView(row: KeyRow, now: Date) {
  const today = utcDay(now);
  const state = stateOf(row, now);
  return {
    id: encodeId("key", row.id),
    ownerId: encodeId("user", row.ownerId),
    ownerName: row.ownerName,
    name: row.name,
    description: row.description,
    masked: maskedKey(row.lastFour),
    scopes: row.scopes as Scope[],
    state,
    isUnused: state === "active" && isUnused(row, now),
    isExpiring: state === "active" && isExpiring(row.expiresAt, now),
    isQuiet: isQuiet(row, now),
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    revokedAt: row.revokedAt,
    revokedByName: row.revokedByName,
    replacesKeyId: row.replacesKeyId && encodeId("key", row.replacesKeyId),
    lastUsedAt: row.lastUsedAt,
    requestsToday: row.day === today ? row.dayCount : 0,
    requestsThisMonth: row.month === `${today.slice(0, 7)}-01` ? row.monthCount : 0,
    monthlyQuota,
    quotaResetsAt: nextUtcMonth(now),
    burst,
    burstAvailable: burstLeft({ now, theoreticalArrivalAt: row.theoreticalArrivalAt, monthCount: 0 }),
  };
}
export type ApiKeyView = ReturnType<typeof apiKeyView>;
