import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { Actor } from "./actor";

declare const made: unique symbol;

/**
 * Which people a read may show. Only this file makes one, so a read of tenant data that forgets it does not compile.
 * An approver reaches only the departments they approve, a location admin only their locations, a user only themselves
 * (requirement, data reach by key owner role).
 */
export type Reach = {
  readonly workspaceId: string;
  readonly [made]: true;
} & (
  | { readonly kind: "workspace" }
  | { readonly kind: "locations"; readonly ids: readonly string[] }
  | { readonly kind: "departments"; readonly ids: readonly string[] }
  | { readonly kind: "self"; readonly ids: readonly string[] }
);

type Facts = { kind: Reach["kind"]; workspaceId: string; ids?: readonly string[] };

/** The one place where the brand is put on. */
const brand = (facts: Facts): Reach => facts as unknown as Reach;

/** The actor's reach by role. */
export function reachOf(actor: Actor): Reach {
  const workspaceId = actor.workspaceId;
  switch (actor.role) {
    case "ADMIN":
      return brand({ workspaceId, kind: "workspace" });
    case "LOCATION_ADMIN":
      return brand({ workspaceId, kind: "locations", ids: actor.locationIds });
    case "APPROVER":
      return brand({ workspaceId, kind: "departments", ids: actor.departmentIds });
    case "USER":
      return brand({ workspaceId, kind: "self", ids: actor.userId ? [actor.userId] : [] });
  }
}

/** Values for the placeholders of `withinReach`. */
export const reachParams = (reach: Reach): { reachWorkspace: string; reachIds: string[] } => ({
  reachWorkspace: reach.workspaceId,
  reachIds: reach.kind === "workspace" ? [] : [...reach.ids],
});

const columnOf = { locations: users.locationId, departments: users.departmentId, self: users.id } as const;

/** Condition on the users table, for a prepared query: shape it by `reach.kind`, run it with `reachParams(reach)`. */
export function withinReach(kind: Reach["kind"], workspace: AnyColumn = users.workspaceId): SQL {
  const tenant = sql`${workspace} = ${sql.placeholder("reachWorkspace")}`;
  if (kind === "workspace") return tenant;
  return sql`(${tenant} and ${columnOf[kind]} = any(${sql.placeholder("reachIds")}::uuid[]))`;
}

/**
 * `withinReach`, and the caller whatever their reach: a single read of oneself and of one's own leave succeeds always (decision 5).
 * Never for lists. Run it with `selfAndReachParams(ctx)`.
 */
export function selfOrWithinReach(kind: Reach["kind"]): SQL {
  if (kind === "workspace" || kind === "self") return withinReach(kind);
  const self = sql`${users.workspaceId} = ${sql.placeholder("reachWorkspace")} and ${users.id} = ${sql.placeholder("selfId")}::uuid`;
  return sql`(${withinReach(kind)} or (${self}))`;
}

/** Values for the placeholders of `selfOrWithinReach`. */
export const selfAndReachParams = ({ reach, actor }: { reach: Reach; actor: Actor }) => ({
  ...reachParams(reach),
  selfId: actor.userId,
});

/** Whether one person, by where they belong, lies within reach. */
export function reaches(
  reach: Reach,
  person: { id: string; locationId: string; departmentId: string },
): boolean {
  switch (reach.kind) {
    case "workspace":
      return true;
    case "locations":
      return reach.ids.includes(person.locationId);
    case "departments":
      return reach.ids.includes(person.departmentId);
    case "self":
      return reach.ids.includes(person.id);
  }
}
