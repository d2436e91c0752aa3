import { encodeId } from "@/server/kernel/schema";
import type { HolidayYear } from "@/server/modules/people/places/find-holidays";
import { departmentV1, departmentV2, locationV1, locationV2 } from "@/server/modules/people/places/present";
import type { ExpandedUserRow } from "./expand-users";
import type { PersonRow } from "./find-people";
import type { UserRow, UserRowWithRole } from "./find-users";
import type { PersonDetails } from "./get-person";
import type { UsersUpdateResult } from "./schema";
import type { UsersUpdated } from "./update-users";

/** The v2 user in an event: a snapshot of that time. */
export const userInEventV2 = (
  row: Omit<UserRow, "updatedAt" | "approverId"> & { approverId?: string | null },
) => ({
  id: encodeId("user", row.id),
  name: row.name,
  email: row.email,
  isAdmin: row.isAdmin,
  locationId: encodeId("location", row.locationId),
  departmentId: encodeId("department", row.departmentId),
  labels: row.labels,
  status: row.status,
  approverId: row.approverId ? encodeId("user", row.approverId) : null,
  employeeId: row.employeeId,
  startDate: row.startDate,
  endDate: row.endDate,
});

/** The v2 user without expansions. */
export const userV2 = (row: UserRow) => ({ ...userInEventV2(row), updatedAt: row.updatedAt.toISOString() });

const placeView = (kind: "department" | "location", { id, name }: { id: string; name: string }) => ({
  id: encodeId(kind, id),
  name,
});

/** A person on the pages; of a colleague out of reach, no more than decision 11.2 allows. */
export const personView = (row: PersonRow) => ({
  id: encodeId("user", row.id),
  name: row.name,
  department: placeView("department", row.department),
  location: placeView("location", row.location),
  details: row.isReached ? { email: row.email, role: row.role, labels: row.labels, state: row.state } : null,
});

export const personDetailsView = ({ profile, directory, may, ...row }: PersonDetails) => ({
  ...personView(row),
  isManaged: row.isManaged,
  employment: row.isReached
    ? { employeeId: row.employeeId, startDate: row.startDate, endDate: row.endDate }
    : null,
  profile: profile && {
    birthday: profile.birthday,
    approver: profile.approver && { id: encodeId("user", profile.approver.id), name: profile.approver.name },
    peopleCount: profile.peopleCount,
    managedLocations: profile.managedLocations.map((place) => placeView("location", place)),
    approvedDepartments: profile.approvedDepartments.map((place) => placeView("department", place)),
  },
  directory: directory && {
    name: directory.name,
    fields: [...directory.fields],
    labels: [...directory.labels],
  },
  invitation: row.invitation,
  may,
});

/** The outcome for each of many people. */
export const usersUpdatedV2 = ({ users, ...counts }: UsersUpdated): UsersUpdateResult => ({
  ...counts,
  users: users.map(({ id, name, status, code, missing }) => ({
    id: encodeId("user", id),
    name,
    status,
    code,
    missing,
  })),
});

/** The number of failed people that a page names. */
export const failedShown = 100;

/** The same for a page: counts, and the people that failed. */
export const usersUpdatedView = ({ users, ...counts }: UsersUpdateResult) => ({
  ...counts,
  failed: users
    .flatMap(({ id, name, code, missing }) => (code === null ? [] : [{ id, name, code, missing }]))
    .slice(0, failedShown),
});

const holidayYear = ({ year, holidays }: HolidayYear) => ({
  year,
  holidays: holidays.map((row) => ({ id: encodeId("holiday", row.id), name: row.name, date: row.date })),
});

export const expandedUserV2 = (row: ExpandedUserRow) => ({
  ...userV2(row),
  ...(row.location && { location: locationV2(row.location) }),
  ...(row.department && { department: departmentV2(row.department) }),
  ...(row.approver !== undefined && { approver: row.approver && userV2(row.approver) }),
  ...(row.holidays && { holidays: row.holidays.map(holidayYear) }),
});

/** v1 omits unset fields (decision 10). */
const employmentV1 = (row: UserRow) => ({
  ...(row.employeeId !== null && { employeeId: row.employeeId }),
  ...(row.startDate !== null && { startDate: row.startDate }),
  ...(row.endDate !== null && { endDate: row.endDate }),
});

export const userV1 = (row: ExpandedUserRow) => ({
  id: encodeId("user", row.id),
  name: row.name,
  email: row.email,
  isAdmin: row.isAdmin,
  locationId: encodeId("location", row.locationId),
  departmentId: encodeId("department", row.departmentId),
  labels: row.labels,
  status: row.status,
  ...employmentV1(row),
  ...(row.location && { location: locationV1(row.location) }),
  ...(row.department && { department: departmentV1(row.department) }),
  ...(row.holidays && { holidays: row.holidays.map(holidayYear) }),
});

/** A person inside a v1 leave, with role and teamId in place of departmentId. */
export const leaveUserV1 = (row: UserRowWithRole) => ({
  id: encodeId("user", row.id),
  name: row.name,
  email: row.email,
  isAdmin: row.isAdmin,
  role: row.role,
  locationId: encodeId("location", row.locationId),
  teamId: encodeId("department", row.departmentId),
  labels: row.labels,
  status: row.status,
  ...employmentV1(row),
});
