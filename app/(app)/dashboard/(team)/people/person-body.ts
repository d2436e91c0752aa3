import type { PersonValues } from "@/app/(app)/dashboard/(team)/people/person-values";

export const personFields = [
  "name",
  "email",
  "departmentId",
  "locationId",
  "labels",
  "employeeId",
  "startDate",
  "endDate",
  "birthday",
  "role",
  "managedLocationIds",
  "approvedDepartmentIds",
] as const;

const orNull = (text: string): string | null => text || null;

const roleOf = ({ role, managedLocationIds, approvedDepartmentIds }: PersonValues) => ({
  role,
  ...(role === "LOCATION_ADMIN" && { managedLocationIds }),
  ...(role === "APPROVER" && { approvedDepartmentIds }),
});

/** The form values as input of the procedures. */
const bodyOf = (values: PersonValues) => {
  const { name, email, departmentId, locationId, labels, employeeId, startDate, endDate, birthday } = values;
  return {
    ...{ name, email, departmentId, locationId, labels },
    employeeId: orNull(employeeId),
    startDate: orNull(startDate),
    endDate: orNull(endDate),
    birthday: orNull(birthday),
  };
};

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * The changed fields as input of the procedures. Concurrent changes to other fields stay.
 * @param appoints whether the visitor may change the role
 */
export function patchOf(before: PersonValues, after: PersonValues, appoints: boolean) {
  const was = bodyOf(before);
  const changed = Object.entries(bodyOf(after)).filter(
    ([name, value]) => !isSame(value, was[name as keyof typeof was]),
  );
  const patch: Partial<ReturnType<typeof bodyOf>> = Object.fromEntries(changed);
  return { ...patch, ...(appoints && !isSame(roleOf(before), roleOf(after)) && roleOf(after)) };
}
/** The form values of a new person. */
export const newBodyOf = (values: PersonValues, appoints: boolean) => ({
  ...bodyOf(values),
  ...(appoints && values.role !== "USER" && roleOf(values)),
});
