import { eq, or } from "drizzle-orm";
import { departments, labels, locations } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import { covers } from "@/server/access/covers";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import type { FieldError } from "@/server/kernel/errors";
import { type FieldFault, fault } from "@/server/kernel/field-faults";
import { decodeId } from "@/server/kernel/schema";
import { nameableDepartments, nameableLocations } from "@/server/modules/people/places/references";
import type { UserPatch } from "./schema";

/** A label named in a body. */
export interface LabelRef {
  id: string;
  name: string;
}

/** Resolves labels by name or id, in the given order; null for one that does not exist. */
async function findLabelRefs(tx: Ctx, given: readonly string[]): Promise<(LabelRef | null)[]> {
  const ids = given.flatMap((text) => decodeId("label", text) ?? []);
  const rows = await scoped(workspaceOf(tx.actor), labels)
    .select(tx.db, { id: labels.id, name: labels.name })
    .where(or(isAnyOf(labels.name, given), isAnyOf(labels.id, ids)))
    .orderBy(labels.id)
    .for("key share");
  return given.map(
    (text) =>
      rows.find(({ name }) => name === text) ?? rows.find(({ id }) => id === decodeId("label", text)) ?? null,
  );
}

/** Locks the labels of a body until the transaction ends, as `checkReferences` does. */
export async function lockLabels(tx: Ctx, given: readonly string[] = []): Promise<void> {
  if (given.length > 0) await findLabelRefs(tx, given);
}

/** The workspace's default location and department, for people without a given place. */
export async function findDefaults(tx: Ctx): Promise<{ locationId?: string; departmentId?: string }> {
  const [location, department] = await Promise.all(
    [locations, departments].map(async (table) => {
      const [row] = await scoped(workspaceOf(tx.actor), table)
        .select(tx.db, { id: table.id })
        .where(eq(table.isDefault, true));
      return row?.id;
    }),
  );
  return { ...(location && { locationId: location }), ...(department && { departmentId: department }) };
}

/** A body's references to other tables. */
export interface References {
  labels: LabelRef[] | null;
  faults: FieldError[];
}

/** The fault of a person's manager, locked until the transaction ends. */
async function faultOfApprover(tx: Ctx, id: string | null | undefined): Promise<FieldFault | null> {
  if (id === undefined || id === null) return null;
  const [found] = await scoped(workspaceOf(tx.actor), users)
    .select(tx.db, {
      id: users.id,
      status: users.status,
      locationId: users.locationId,
      departmentId: users.departmentId,
    })
    .where(eq(users.id, id))
    .for("key share");
  if (!found || !covers(tx, found)) return fault("person");
  return found.status === "ACTIVE" ? null : fault("inactive");
}

/** Checks a body's references: each must exist in the workspace and lie within reach. They are locked until the transaction ends. */
export async function checkReferences(tx: Ctx, body: UserPatch): Promise<References> {
  const { managedLocationIds = [], approvedDepartmentIds = [] } = body;
  const locationIds = [...(body.locationId ? [body.locationId] : []), ...managedLocationIds];
  const departmentIds = [...(body.departmentId ? [body.departmentId] : []), ...approvedDepartmentIds];
  const knownLocations = await nameableLocations(tx, locationIds);
  const knownDepartments = await nameableDepartments(tx, departmentIds);
  const approverFault = await faultOfApprover(tx, body.approverId);
  const given = body.labels ?? [];
  const found = given.length > 0 ? await findLabelRefs(tx, given) : [];
  const missing = (
    known: ReadonlySet<string>,
    path: string,
    id: string | undefined,
    what: "location" | "department",
  ) => (id === undefined || known.has(id) ? [] : [{ path, ...fault(what) }]);
  const faults = [
    ...missing(knownLocations, "locationId", body.locationId, "location"),
    ...missing(knownDepartments, "departmentId", body.departmentId, "department"),
    ...(approverFault ? [{ path: "approverId", ...approverFault }] : []),
    ...managedLocationIds.flatMap((id, i) =>
      missing(knownLocations, `managedLocationIds.${i}`, id, "location"),
    ),
    ...approvedDepartmentIds.flatMap((id, i) =>
      missing(knownDepartments, `approvedDepartmentIds.${i}`, id, "department"),
    ),
    ...found.flatMap((label, i) => (label ? [] : [{ path: `labels.${i}`, ...fault("label") }])),
  ];
  return { labels: body.labels ? found.filter((label) => label !== null) : null, faults };
}
