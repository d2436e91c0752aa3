import { type AnyColumn, type Placeholder, sql } from "drizzle-orm";
import { arrayOf } from "@/server/kernel/database/array-of";
import type { Actor } from "./actor";

declare const made: unique symbol;

/**
 * The people whose data a read may return. Only this file creates one, so a read of tenant data without a reach does not compile. An
 * approver reaches only the departments they approve, a location admin only their locations, a user only themselves (requirement, data
 * reach by key owner role).
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

/** The only place that applies the brand. */
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

/** Every row of one workspace: for workspace-wide data, and for data whose access a separate rule decides. */
export interface Workspace {
  readonly kind: "workspace";
  readonly workspaceId: string | Placeholder | AnyColumn;
  readonly [made]: true;
}

/** The rows of all workspaces, for work without an actor, or before the workspace is known. */
interface EveryWorkspace {
  readonly kind: "every";
  readonly reason: string;
  readonly skipsAway?: true;
  readonly [made]: true;
}

/** The rows of all workspaces, which are one batch on plain PostgreSQL. */
interface BatchOfAll {
  readonly kind: "batch";
  readonly [made]: true;
}

/** The rows of some workspaces; of a batch's, passed at execution as `workspaces`. */
interface GivenWorkspaces {
  readonly kind: "workspaces";
  /** An array, as `arrayOf` encodes it. */
  readonly workspaces: Placeholder | string;
  /** The query names each row with its workspace, too. */
  readonly isNamed?: true;
  readonly [made]: true;
}

/** The reach of a prepared query, passed at execution. */
export interface Given {
  readonly kind: Exclude<Reach["kind"], "workspace">;
  readonly workspaceId: Placeholder;
  readonly ids: Placeholder;
  /** Also the caller, regardless of their reach. */
  readonly selfId?: Placeholder;
  /** Also the employees of these departments. */
  readonly namedDepartmentIds?: Placeholder;
  readonly [made]: true;
}

export type Whole = Workspace | GivenWorkspaces | EveryWorkspace | BatchOfAll;
/** The whole workspace of an actor, a user or a row; in a subselect, of the outer query's table. */
export const workspaceOf = ({ workspaceId }: { workspaceId: string | AnyColumn }): Workspace =>
  ({ kind: "workspace", workspaceId }) as Workspace;

/** The whole workspace of a prepared query, passed as `workspaceId`; `reachParams` includes it. */
export const givenWorkspace = { kind: "workspace", workspaceId: sql.placeholder("workspaceId") } as Workspace;

/** The workspaces of a batch, as `batchesOf` makes them, passed as `workspaces`: `arrayOf(workspacesOf(batch))`. */
const givenWorkspaces = {
  kind: "workspaces",
  workspaces: sql.placeholder("workspaces"),
} as GivenWorkspaces;

/** The workspaces of a batch, for a query that names each row with its workspace, too: it limits the query of one workspace (`inBatch`). */
export const batchWorkspaces = { ...givenWorkspaces, isNamed: true } as GivenWorkspaces;

/** Some workspaces, each whole: of someone who may be in any of them. */
export const theseWorkspaces = (ids: readonly string[]): GivenWorkspaces =>
  ({ kind: "workspaces", workspaces: arrayOf(ids) }) as unknown as GivenWorkspaces;

/** All workspaces as one batch, which `inWorkspacesWith` makes on plain PostgreSQL. */
export const batchOfAll = { kind: "batch" } as BatchOfAll;

/** For plain reads, without locks. @param reason why the query is not limited to one workspace */
export const everyWorkspace = (reason: string): EveryWorkspace =>
  ({ kind: "every", reason }) as EveryWorkspace;

/** The same for a search that is repeated: while a server does not answer, it leaves out the workspaces there. */
export const everyReachableWorkspace = (reason: string): EveryWorkspace =>
  ({ kind: "every", reason, skipsAway: true }) as EveryWorkspace;

const given = { workspaceId: sql.placeholder("workspaceId"), ids: sql.placeholder("reachIds") };

/** A reach of this kind for a prepared query; execute it with `reachParams(reach)`. */
export const givenReach = (kind: string): Given | Workspace =>
  kind === "workspace" ? givenWorkspace : ({ ...given, kind } as Given);

/**
 * `givenReach`, plus the caller regardless of their reach: a single read of oneself or of one's own leave always succeeds (decision 5).
 * Never for lists. Execute it with `selfAndReachParams(ctx)`.
 */
export const givenReachOrSelf = (kind: string): Given | Workspace =>
  kind === "locations" || kind === "departments"
    ? ({ ...given, kind, selfId: sql.placeholder("selfId") } as Given)
    : givenReach(kind);

/**
 * `givenReachOrSelf`, plus the departments where the caller was named to decide (decisions 12.7 and 7.16). Only for leave that they have to
 * decide, which a further condition selects. Execute it with `reachToDecideParams(ctx)`.
 */
export const givenReachToDecide = (kind: string): Given | Workspace =>
  kind === "workspace"
    ? givenWorkspace
    : ({
        ...given,
        kind,
        selfId: sql.placeholder("selfId"),
        namedDepartmentIds: sql.placeholder("namedDepartmentIds"),
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
  namedDepartmentIds: caller.actor.namedDepartmentIds ?? [],
});

/** Whether a person lies within reach, by their location, department or id. */
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
