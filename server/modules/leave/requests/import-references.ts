import { and, ne, or, sql } from "drizzle-orm";
import { leavePolicies, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import type { FieldError } from "@/server/kernel/errors";
import { type FieldFault, fault } from "@/server/kernel/field-faults";
import { typedAddress } from "@/server/kernel/mail/email-address";
import { decodeId } from "@/server/kernel/schema";
import { caseFolded } from "@/server/kernel/text/folding";
import { type Employee, lockEmployees } from "@/server/modules/leave/calendars/read-employee";
import { type TypeNames, typeNames } from "@/server/modules/leave/type-names/name-in";
import type { Meeting } from "./interruptions";
import { isManager, isWritable } from "./standing";

/** The match of a row's person: one person, none, or several with the same employee ID or name. */
export type Meant = Employee | "several" | "namesakes" | null;

/** Only a text that cannot be an email address or a public ID is an employee ID or a name. */
const isEmployeeId = (text: string): boolean => !text.includes("@") && decodeId("user", text) === null;

/**
 * Finds people by email address, public ID, employee ID or full name, and locks them until the transaction ends. Deleted people are found
 * only by ID.
 */
export async function lockPeople(tx: Ctx, given: readonly string[]): Promise<(text: string) => Meant> {
  const ids = given.flatMap((text) => decodeId("user", text) ?? []);
  const addresses = given.map((text) => typedAddress(text).toLowerCase());
  const employeeIds = given.filter(isEmployeeId);
  const names = employeeIds.map(caseFolded);
  const rows = await scoped(workspaceOf(tx.actor), users)
    .select(tx.db, {
      id: users.id,
      address: sql<string>`lower(${users.email})`,
      employeeId: users.employeeId,
      name: users.name,
      status: users.status,
    })
    .where(
      or(
        isAnyOf(users.id, ids),
        and(ne(users.status, "DELETED"), isAnyOf(sql`lower(${users.email})`, addresses)),
        // No index covers this condition, so it is added only when needed.
        employeeIds.length > 0
          ? and(
              ne(users.status, "DELETED"),
              or(isAnyOf(users.employeeId, employeeIds), isAnyOf(sql`case_folded(${users.name})`, names)),
            )
          : undefined,
      ),
    );
  const present = rows.filter(({ status }) => status !== "DELETED");
  const byAddress = new Map(present.map(({ address, id }) => [address, id]));
  const employees = await lockEmployees(
    tx,
    rows.map(({ id }) => id),
  );
  const byEmployeeId = new Map<string, Employee | "several">();
  const byName = new Map<string, Employee | "namesakes">();
  for (const { id, employeeId, name } of present) {
    const employee = employees.get(id);
    // Must not reveal that people outside reach share an employee ID or a name.
    if (!employee || !isWritable(tx, employee)) continue;
    if (employeeId !== null)
      byEmployeeId.set(employeeId, byEmployeeId.has(employeeId) ? "several" : employee);
    byName.set(caseFolded(name), byName.has(caseFolded(name)) ? "namesakes" : employee);
  }
  return (text) =>
    isEmployeeId(text)
      ? (byEmployeeId.get(text) ?? byName.get(caseFolded(text)) ?? null)
      : (employees.get(decodeId("user", text) ?? byAddress.get(typedAddress(text).toLowerCase()) ?? "") ??
        null);
}

/** The person that a row refers to, or the fault when the caller manages no such person. */
export function managed(tx: Ctx, meant: Meant): { employee: Employee } | { fault: FieldError } {
  const refuse = (found: FieldFault) => ({ fault: { path: "user", ...found } });
  if (meant === "several") return refuse(fault("several"));
  if (meant === "namesakes") return refuse(fault("namesakes"));
  if (!meant || !isWritable(tx, meant)) return refuse(fault("person"));
  return isManager(tx, meant) ? { employee: meant } : refuse(fault("managed"));
}

type Policy = typeof leavePolicies.$inferSelect;

/** A leave type with its policy in each location. */
export interface Offer {
  id: string;
  isActive: boolean;
  meeting: Meeting;
  policies: ReadonlyMap<string, Policy>;
}

/**
 * Leave types by what they are called. `name` comes first; a name in another language is one type's unless two languages call different
 * types the same.
 */
function idsOfNames(types: readonly (TypeNames & { id: string })[]): ReadonlyMap<string, string> {
  const ids = new Map<string, Set<string>>();
  for (const { id, names } of types)
    for (const name of Object.values(names)) ids.set(name, (ids.get(name) ?? new Set()).add(id));
  const clear = [...ids].flatMap(([name, [id, another]]) =>
    id !== undefined && another === undefined ? [[name, id] as const] : [],
  );
  return new Map([...clear, ...types.map(({ name, id }) => [name, id] as const)]);
}

/** Every leave type of the workspace, by any of its names or public ID. */
export async function readOffers(tx: Ctx): Promise<(text: string) => Offer | null> {
  const { workspaceId } = tx.actor;
  const types = await scoped(workspaceOf({ workspaceId }), leaveTypes).select(tx.db, {
    id: leaveTypes.id,
    ...typeNames,
    isActive: leaveTypes.isActive,
    interrupts: leaveTypes.interrupts,
    interruptible: leaveTypes.interruptible,
  });
  const policies = await scoped(workspaceOf({ workspaceId }), leavePolicies).selectAll(tx.db);
  const byType = new Map(types.map(({ id }) => [id, new Map<string, Policy>()]));
  for (const policy of policies) byType.get(policy.leaveTypeId)?.set(policy.locationId, policy);
  const idsByName = idsOfNames(types);
  const byId = new Map(types.map((type) => [type.id, type]));
  return (text) => {
    const type = byId.get(idsByName.get(text) ?? decodeId("leaveType", text) ?? "");
    return type
      ? { id: type.id, isActive: type.isActive, meeting: type, policies: byType.get(type.id) ?? new Map() }
      : null;
  };
}

/** Faults when a person cannot have a leave type. @param employee null when the person is unknown: then the location is not checked */
export function offerFaults(employee: Employee | null, offer: Offer | null): FieldError[] {
  const path = "leaveType";
  if (!offer) return [{ path, ...fault("type") }];
  if (!offer.isActive) return [{ path, ...fault("typeInactive") }];
  if (!employee || offer.policies.has(employee.locationId)) return [];
  return [{ path, ...fault("typeElsewhere") }];
}
