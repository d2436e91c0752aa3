import { type Placeholder, sql } from "drizzle-orm";
import type { Visibility } from "@/drizzle/schema/values";
import type { Actor } from "./actor";
import { givenWorkspace, type Reach, type Workspace } from "./reach";

declare const made: unique symbol;

interface Places {
  readonly locations: readonly string[];
  readonly departments: readonly string[];
  readonly people: readonly string[];
}

/**
 * The absences that a viewer may see: those within reach, and in the app those of the colleagues that the workspace shows (decision 11).
 * Only this file creates one; `loadSight` queries the workspace's setting.
 */
export type Sight = { readonly workspaceId: string; readonly [made]: true } & (
  | { readonly kind: "workspace" }
  | ({ readonly kind: "colleagues" } & Places)
);

const placesOf = (reach: Reach): Places => {
  const ids = (kind: Reach["kind"]) => (reach.kind === kind && reach.kind !== "workspace" ? reach.ids : []);
  return { locations: ids("locations"), departments: ids("departments"), people: ids("self") };
};

/** @param own location, department and visibility setting of a signed-in user; absent for keys, which never see beyond their reach */
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

/** The colleagues that the workspace shows beyond a user's reach; null for none. */
export const colleaguesShown = (
  { role }: Pick<Actor, "role">,
  visibility: Visibility,
): Exclude<Visibility, "SELF"> | null => (role === "ADMIN" || visibility === "SELF" ? null : visibility);

/** The sight of a prepared query, passed at execution. */
export interface GivenSight {
  readonly kind: "colleagues";
  readonly workspaceId: Placeholder;
  readonly locations: Placeholder;
  readonly departments: Placeholder;
  readonly people: Placeholder;
  readonly [made]: true;
}

/** A sight of this kind for a prepared query; execute it with `sightParams(sight)`. */
export const givenSight = (kind: string): GivenSight | Workspace =>
  kind === "workspace"
    ? givenWorkspace
    : ({
        kind: "colleagues",
        workspaceId: sql.placeholder("workspaceId"),
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

/** The sight plus these departments: for a stand-in's decision. */
export const sightWith = (sight: Sight, departmentIds: readonly string[]): Sight =>
  sight.kind === "workspace" || departmentIds.length === 0
    ? sight
    : { ...sight, departments: [...sight.departments, ...departmentIds] };

/** Whether a person lies within sight, by their location, department or id. */
export const sees = (
  sight: Sight,
  person: { id: string; locationId: string; departmentId: string },
): boolean =>
  sight.kind === "workspace" ||
  sight.locations.includes(person.locationId) ||
  sight.departments.includes(person.departmentId) ||
  sight.people.includes(person.id);
