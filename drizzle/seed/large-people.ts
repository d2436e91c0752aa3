import { departmentApprovers, locationAdmins, userLabels } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import { dayText } from "@/server/kernel/time/calendar-date";
import { instantOn } from "./calendar";
import { labelKeys, locationKeys } from "./company";
import type { Directory } from "./directory";
import { rowsOf, type TableRows } from "./insert";
import type { LargePerson, LeaveWindow } from "./large-leaves";
import type { Random } from "./random";
import { staff } from "./staff";

const domain = "large.timeaway.example";

/** The first is the administrator, the next ones manage a location each, followed by an approver for each department. */
export function createLargePeople(
  directory: Directory,
  count: number,
  window: LeaveWindow,
  random: Random,
): LargePerson[] {
  const ids = Array.from({ length: count }, () => random.id(instantOn(window.first - 20, 12)));
  const idAt = (index: number) => ids[index % count] ?? "";
  return ids.map((userId, index) => {
    const department = index % directory.departments.length;
    const approverId = idAt(1 + locationKeys.length + department);
    return {
      userId,
      locationId: directory.locationIds[random.pick(locationKeys)],
      departmentId: directory.departments[department]?.id ?? "",
      approverId: approverId === userId ? idAt(0) : approverId,
    };
  });
}

/** The administrator's address has no number. */
export const addressOf = (index: number) =>
  index === 0 ? `admin@${domain}` : `person-${String(index).padStart(5, "0")}@${domain}`;

/** The people, and their roles in the directory. */
export function peopleTables(
  workspaceId: string,
  people: readonly LargePerson[],
  directory: Directory,
  window: LeaveWindow,
): TableRows[] {
  const hired = instantOn(window.first - 20, 12);
  const approvers = new Map(people.map(({ departmentId, approverId }) => [departmentId, approverId]));
  return [
    rowsOf(
      "users",
      users,
      people.map(({ userId, locationId, departmentId }, index) => ({
        workspaceId,
        id: userId,
        name: nameOf(index),
        email: addressOf(index),
        isAdmin: index === 0,
        locationId,
        departmentId,
        employeeId: `L-${String(index + 1).padStart(5, "0")}`,
        startDate: dayText(window.first - 20),
        createdAt: hired,
        updatedAt: hired,
      })),
    ),
    rowsOf(
      "approvers",
      departmentApprovers,
      [...approvers].map(([departmentId, userId]) => ({ workspaceId, departmentId, userId })),
    ),
    rowsOf(
      "location admins",
      locationAdmins,
      locationKeys.flatMap((key, index) => {
        const admin = people[index + 1];
        return admin ? [{ workspaceId, locationId: directory.locationIds[key], userId: admin.userId }] : [];
      }),
    ),
    rowsOf(
      "user labels",
      userLabels,
      people.flatMap(({ userId }, index) => {
        const label = labelKeys[index % (labelKeys.length * 2)];
        return label ? [{ workspaceId, userId, labelId: directory.labelIds[label] }] : [];
      }),
    ),
  ];
}

const firstNames = staff.map(({ name }) => name.split(" ")[0]);
const lastNames = staff.map(({ name }) => name.split(" ").at(-1));

/** Every pair of a first and a last name once, before any repeats. */
const nameOf = (index: number): string => {
  const shift = Math.floor(index / staff.length);
  return `${firstNames[index % staff.length]} ${lastNames[(index + shift) % staff.length]}`;
};
