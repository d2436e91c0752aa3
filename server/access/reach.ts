import { type AnyColumn, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { Visibility } from "@/drizzle/schema/values";
import { isAnyOf } from "@/server/kernel/sql-parts";
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

interface Places {
  readonly locations: readonly string[];
  readonly departments: readonly string[];
  readonly people: readonly string[];
}

/**
 * Whose absences somebody sees: their reach, and in the app the colleagues that the workspace shows (decision 11). Only this file
 * makes one; `loadSight` asks for the workspace's setting.
 */
export type Sight = { readonly workspaceId: string; readonly [made]: true } & (
  | { readonly kind: "workspace" }
  | ({ readonly kind: "colleagues" } & Places)
);

const placesOf = (reach: Reach): Places => {
  const ids = (kind: Reach["kind"]) => (reach.kind === kind && reach.kind !== "workspace" ? reach.ids : []);
  return { locations: ids("locations"), departments: ids("departments"), people: ids("self") };
};

/** @param own where the person belongs, for whom the workspace shows colleagues; absent for keys, which never see more than they reach */
export function sightOf(
  reach: Reach,
  own?: { id: string; locationId: string; departmentId: string; visibility: Visibility },
): Sight {
  const { workspaceId } = reach;
  const seesAll = reach.kind === "workspace" || own?.visibility === "WORKSPACE";
  if (seesAll) return { kind: "workspace", workspaceId } as Sight;
  const { locations, departments, people } = placesOf(reach);
  return {
    kind: "colleagues",
    workspaceId,
    locations: own?.visibility === "LOCATION" ? [...locations, own.locationId] : locations,
    departments: own?.visibility === "DEPARTMENT" ? [...departments, own.departmentId] : departments,
    people: own ? [...people, own.id] : people,
  } as unknown as Sight;
}

/** Every row of one workspace: what belongs to all of it, and what a rule of its own decides about. */
interface Workspace {
  readonly kind: "workspace";
  readonly workspaceId: string | Placeholder | AnyColumn;
  readonly [made]: true;
}

/** The rows of all workspaces, for work that has no actor, or does not know yet whose workspace it is. */
interface EveryWorkspace {
  readonly kind: "every";
  readonly reason: string;
  readonly [made]: true;
}

/** A reach that a prepared query will be given. */
interface Given {
  readonly kind: Exclude<Reach["kind"], "workspace">;
  readonly workspaceId: Placeholder;
  readonly ids: Placeholder;
  /** Also the caller, whatever their reach. */
  readonly selfId?: Placeholder;
  /** Also the people of these departments. */
  readonly standInIds?: Placeholder;
  readonly [made]: true;
}

/** A sight that a prepared query will be given. */
interface GivenSight {
  readonly kind: "colleagues";
  readonly workspaceId: Placeholder;
  readonly locations: Placeholder;
  readonly departments: Placeholder;
  readonly people: Placeholder;
  readonly [made]: true;
}

export type Whole = Workspace | EveryWorkspace;
/** Which rows a query may touch. */
export type Extent = Reach | Given | Sight | GivenSight | Whole;

/** The whole workspace of an actor, a person, a row; in a subselect, of the outer query's table. */
export const workspaceOf = ({ workspaceId }: { workspaceId: string | AnyColumn }): Workspace =>
  ({ kind: "workspace", workspaceId }) as Workspace;

/** The whole workspace that a prepared query is given as `workspaceId`; `reachParams` holds it, too. */
export const givenWorkspace = { kind: "workspace", workspaceId: sql.placeholder("workspaceId") } as Workspace;

/** @param reason why no single workspace is meant */
export const everyWorkspace = (reason: string): EveryWorkspace =>
  ({ kind: "every", reason }) as EveryWorkspace;

const given = { workspaceId: sql.placeholder("workspaceId"), ids: sql.placeholder("reachIds") };

/** A reach of this kind, for a prepared query: run it with `reachParams(reach)`. */
export const givenReach = (kind: string): Given | Workspace =>
  kind === "workspace" ? givenWorkspace : ({ ...given, kind } as Given);

/**
 * `givenReach`, and the caller whatever their reach: a single read of oneself and of one's own leave succeeds always (decision 5).
 * Never for lists. Run it with `selfAndReachParams(ctx)`.
 */
export const givenReachOrSelf = (kind: string): Given | Workspace =>
  kind === "locations" || kind === "departments"
    ? ({ ...given, kind, selfId: sql.placeholder("selfId") } as Given)
    : givenReach(kind);

/**
 * `givenReachOrSelf`, and the departments in which the caller stands in for an approver (decision 12.7). For leave that they have to
 * decide, and nothing else. Run it with `reachToDecideParams(ctx)`.
 */
export const givenReachToDecide = (kind: string): Given | Workspace =>
  kind === "workspace"
    ? givenWorkspace
    : ({
        ...given,
        kind,
        selfId: sql.placeholder("selfId"),
        standInIds: sql.placeholder("standInIds"),
      } as Given);

/** A sight of this kind, for a prepared query: run it with `sightParams(sight)`. */
export const givenSight = (kind: string): GivenSight | Workspace =>
  kind === "workspace"
    ? givenWorkspace
    : ({
        kind: "colleagues",
        workspaceId: given.workspaceId,
        locations: sql.placeholder("sightLocations"),
        departments: sql.placeholder("sightDepartments"),
        people: sql.placeholder("sightPeople"),
      } as unknown as GivenSight);

/** Values for the placeholders of `givenSight`. */
export const sightParams = (sight: Sight) => ({
  workspaceId: sight.workspaceId,
  ...(sight.kind === "colleagues" && {
    sightLocations: sight.locations,
    sightDepartments: sight.departments,
    sightPeople: sight.people,
  }),
});

const columnOf = { locations: users.locationId, departments: users.departmentId, self: users.id } as const;

/** What somebody sees, and these departments: for a decision that they make as a stand-in. */
export const sightWith = (sight: Sight, departmentIds: readonly string[]): Sight =>
  sight.kind === "workspace" || departmentIds.length === 0
    ? sight
    : { ...sight, departments: [...sight.departments, ...departmentIds] };

/** Whether one person, by where they belong, lies within sight. */
export const sees = (
  sight: Sight,
  person: { id: string; locationId: string; departmentId: string },
): boolean =>
  sight.kind === "workspace" ||
  sight.locations.includes(person.locationId) ||
  sight.departments.includes(person.departmentId) ||
  sight.people.includes(person.id);

/** A scope that leaves some of the workspace's people out. */
export type Narrow = Exclude<Reach | Sight, { kind: "workspace" }> | Given | GivenSight;

/** Condition on the users table: who of the workspace lies within reach, or within sight. */
export function isWithin(scope: Narrow): SQL {
  if (scope.kind === "colleagues")
    return sql`(${or(
      isAnyOf(users.locationId, scope.locations),
      isAnyOf(users.departmentId, scope.departments),
      isAnyOf(users.id, scope.people),
    )})`;
  const within = isAnyOf(columnOf[scope.kind], scope.ids);
  if ("standInIds" in scope && scope.standInIds)
    return sql`(${within} or ${users.id} = ${scope.selfId}::uuid or ${isAnyOf(users.departmentId, scope.standInIds)})`;
  return "selfId" in scope ? sql`(${within} or ${users.id} = ${scope.selfId}::uuid)` : within;
}

/** Values for the placeholders of `givenReach` and `givenWorkspace`. */
export const reachParams = (reach: Reach): { workspaceId: string; reachIds: readonly string[] } => ({
  workspaceId: reach.workspaceId,
  reachIds: reach.kind === "workspace" ? [] : reach.ids,
});

/** Values for the placeholders of `givenReachOrSelf`. */
export const selfAndReachParams = ({ reach, actor }: { reach: Reach; actor: Actor }) => ({
  ...reachParams(reach),
  selfId: actor.userId,
});

/** Values for the placeholders of `givenReachToDecide`. */
export const reachToDecideParams = (caller: { reach: Reach; actor: Actor }) => ({
  ...selfAndReachParams(caller),
  standInIds: caller.actor.standInDepartmentIds ?? [],
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
