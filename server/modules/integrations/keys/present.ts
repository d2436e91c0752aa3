import type { Role } from "@/server/access/roles";
import type { Scope } from "@/server/access/scopes";
import { encodeId } from "@/server/kernel/schema";
import { nextUtcMonth, utcDay } from "@/server/kernel/time/clock";
import {
  burst,
  burstLeft,
  monthlyQuota,
  remainingOf,
} from "@/server/modules/integrations/rate-limits/policy";
import { userV2 } from "@/server/modules/people/people/present";
import type { Me } from "./get-me";
import { maskedKey } from "./key-format";
import { isExpiring, isQuiet, isUnused } from "./policy";
import type { KeyState, reachKinds } from "./schema";
import type { KeyRow } from "./store";

function stateOf(row: KeyRow, now: Date): KeyState {
  if (row.revokedAt) return "revoked";
  return row.expiresAt && row.expiresAt <= now ? "expired" : "active";
}

/** A key on the pages, with its current counters (an old day or month counts as zero). */
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

const reachKindOf: Record<Role, (typeof reachKinds)[number]> = {
  ADMIN: "WORKSPACE",
  LOCATION_ADMIN: "LOCATIONS",
  APPROVER: "DEPARTMENTS",
  USER: "SELF",
};

function reachWords({ role, places }: Me): string {
  const names = places.map(({ name }) => name).join(", ");
  switch (role) {
    case "ADMIN":
      return "Everyone in the workspace.";
    case "LOCATION_ADMIN":
      return `People in the locations you manage: ${names}.`;
    case "APPROVER":
      return `People in the departments you approve for: ${names}.`;
    case "USER":
      return "Only yourself.";
  }
}

export function meV2(me: Me) {
  const { user, role, key, scopes, places, allowance } = me;
  const { rate, quota } = remainingOf(allowance);
  const idsOf = (of: Role, kind: "location" | "department") =>
    role === of ? places.map(({ id }) => encodeId(kind, id)) : [];
  return {
    user: userV2(user),
    role,
    key: {
      id: encodeId("key", key.id),
      name: key.name,
      masked: maskedKey(key.lastFour),
      createdAt: key.createdAt.toISOString(),
      expiresAt: key.expiresAt?.toISOString() ?? null,
    },
    scopes,
    reach: {
      kind: reachKindOf[role],
      locationIds: idsOf("LOCATION_ADMIN", "location"),
      departmentIds: idsOf("APPROVER", "department"),
      description: reachWords(me),
    },
    limits: { rate, quota: { ...quota, resetsAt: nextUtcMonth(allowance.now).toISOString() } },
  };
}
