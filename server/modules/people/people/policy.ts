import type { UserSnapshot } from "@/drizzle/schema/events";
import { covers, coversLocation } from "@/server/access/covers";
import type { Ctx } from "@/server/access/ctx";
import { hasScope } from "@/server/access/require-scope";
import { isStronger, type Role } from "@/server/access/roles";
import { roleAllows, type Scope } from "@/server/access/scopes";
import { ApiError } from "@/server/kernel/errors";
import type { UserExpansion } from "./schema";
import type { UserRow } from "./store";

/** A snapshot of a person, for notifications sent later. */
export const snapshotOf = ({ updatedAt: _updated, ...user }: UserRow): UserSnapshot => user;

const needs = {
  approver: "users:read",
  location: "locations:read",
  department: "departments:read",
  holidays: "holidays:read",
} as const satisfies Record<UserExpansion, Scope>;

/** Holidays need the scope itself, the other expansions only an owner whose role can read them (decision 5). */
const isMissing = (ctx: Ctx, expansion: UserExpansion): boolean =>
  expansion === "holidays" ? !hasScope(ctx, needs.holidays) : !roleAllows(ctx.actor.role, needs[expansion]);

/** @throws ApiError INSUFFICIENT_SCOPE with every missing scope in details.requiredScopes */
export function requireExpandable(ctx: Ctx, expand: readonly UserExpansion[]): void {
  const missing = [...new Set(expand)].filter((expansion) => isMissing(ctx, expansion));
  if (missing.length === 0) return;
  const requiredScopes = missing.map((expansion) => needs[expansion]);
  throw new ApiError("INSUFFICIENT_SCOPE", {
    description: `Expanding ${missing.join(", ")} needs ${requiredScopes.join(", ")}.`,
    details: { requiredScopes },
  });
}

interface Standing {
  id: string;
  role: Role;
  locationId: string;
  departmentId: string;
  /** Locations that the person manages. */
  locationIds: readonly string[];
}

/**
 * Whether a user's role is beyond the caller's. A location admin of further places counts as stronger: their address must not be taken
 * over.
 */
export const isBeyond = (ctx: Ctx, { role, locationIds }: Pick<Standing, "role" | "locationIds">): boolean =>
  isStronger(role, ctx.actor.role) || !locationIds.every((location) => coversLocation(ctx, location));

/** Whether the caller may change a user. */
export const mayChange = (ctx: Ctx, person: Standing): boolean =>
  roleAllows(ctx.actor.role, "users:write") && covers(ctx, person) && !isBeyond(ctx, person);
