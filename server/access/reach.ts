import { type AnyColumn, type Placeholder, sql } from "drizzle-orm";
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

/** Every row of one workspace: what belongs to all of it, and what a rule of its own decides about. */
export interface Workspace {
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
export interface Given {
  readonly kind: Exclude<Reach["kind"], "workspace">;
  readonly workspaceId: Placeholder;
  readonly ids: Placeholder;
  /** Also the caller, whatever their reach. */
  readonly selfId?: Placeholder;
  /** Also the people of these departments. */
  readonly standInIds?: Placeholder;
  readonly [made]: true;
}

export type Whole = Workspace | EveryWorkspace;
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
