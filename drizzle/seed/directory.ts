import { departments, holidays, labels, locations } from "@/drizzle/schema/directory";
import { leavePolicies, leaveTypes } from "@/drizzle/schema/leaves";
import { type DayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { instantOn, type WorkCalendar } from "./calendar";
import {
  type DepartmentKey,
  defaultDepartment,
  departmentKeys,
  departmentPlans,
  type LabelKey,
  type LeaveTypeKey,
  type LocationKey,
  labelKeys,
  labelPlans,
  leaveTypeKeys,
  leaveTypePlans,
  locationKeys,
  locationPlans,
} from "./company";
import { rowsOf, type TableRows } from "./insert";
import { policyPlans } from "./policies";
import type { PublicHoliday } from "./public-holidays";
import type { Random } from "./random";

/** The records that people and leave refer to. */
export interface Directory {
  locationIds: Record<LocationKey, string>;
  departmentIds: Record<DepartmentKey, string>;
  labelIds: Record<LabelKey, string>;
  leaveTypeIds: Record<LeaveTypeKey, string>;
  calendars: Record<LocationKey, WorkCalendar>;
  locations: (typeof locations.$inferInsert)[];
  departments: (typeof departments.$inferInsert)[];
  labels: (typeof labels.$inferInsert)[];
  leaveTypes: (typeof leaveTypes.$inferInsert)[];
  leavePolicies: (typeof leavePolicies.$inferInsert)[];
  holidays: (typeof holidays.$inferInsert)[];
}

const byKey = <K extends string, V>(keys: readonly K[], make: (key: K) => V): Record<K, V> =>
  Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, V>;

export interface DirectoryPlan {
  workspaceId: string;
  founded: DayNumber;
  /** The years with known public holidays. */
  years: readonly number[];
}

/** Locations, departments, labels, leave types with policies, and holidays, created on the company's first day. */
export function createDirectory({ workspaceId, founded, years }: DirectoryPlan, random: Random): Directory {
  let minute = 0;
  const createdAt = () => instantOn(founded, 9, minute++);
  const idsFor = <K extends string>(keys: readonly K[]) =>
    byKey(keys, () => random.id(instantOn(founded, 9)));
  const ids = {
    locationIds: idsFor(locationKeys),
    departmentIds: idsFor(departmentKeys),
    labelIds: idsFor(labelKeys),
    leaveTypeIds: idsFor(leaveTypeKeys),
  };
  const free = byKey(locationKeys, (key) => years.flatMap(locationPlans[key].holidays));
  return {
    ...ids,
    calendars: byKey(locationKeys, (key) => workCalendar(key, free[key])),
    locations: locationKeys.map((key) => locationRow(workspaceId, ids.locationIds[key], key, createdAt())),
    departments: departmentKeys.map((key) => {
      const { name, parent } = departmentPlans[key];
      const parentId = parent && ids.departmentIds[parent];
      const isDefault = key === defaultDepartment;
      return { workspaceId, id: ids.departmentIds[key], name, isDefault, parentId, createdAt: createdAt() };
    }),
    labels: labelKeys.map((key) => ({
      workspaceId,
      id: ids.labelIds[key],
      ...labelPlans[key],
      createdAt: createdAt(),
    })),
    leaveTypes: leaveTypeKeys.map((key, position) => ({
      workspaceId,
      id: ids.leaveTypeIds[key],
      ...leaveTypePlans[key],
      position,
      createdAt: createdAt(),
    })),
    leavePolicies: policyRows(workspaceId, ids),
    holidays: locationKeys.flatMap((key) =>
      free[key].map(({ day, name, isHalfDay }) => ({
        workspaceId,
        id: random.id(instantOn(founded, 10)),
        locationId: ids.locationIds[key],
        date: dayText(day),
        name,
        isHalfDay,
      })),
    ),
  };
}

function locationRow(workspaceId: string, id: string, key: LocationKey, createdAt: Date) {
  const { holidays: _, ...settings } = locationPlans[key];
  return { workspaceId, id, ...settings, createdAt };
}

/** The working days of a location, given its holidays. */
function workCalendar(key: LocationKey, free: readonly PublicHoliday[]): WorkCalendar {
  const daysOff = new Map<DayNumber, number>();
  for (const { day, isHalfDay } of free)
    daysOff.set(day, Math.max(daysOff.get(day) ?? 0, isHalfDay ? 0.5 : 1));
  return { workWeek: locationPlans[key].workWeek, hoursPerDay: locationPlans[key].hoursPerDay, daysOff };
}

function policyRows(
  workspaceId: string,
  ids: Pick<Directory, "leaveTypeIds" | "locationIds">,
): Directory["leavePolicies"] {
  return leaveTypeKeys.flatMap((type) =>
    locationKeys.flatMap((location) => {
      const policy = policyPlans[type][location];
      const key = { workspaceId, leaveTypeId: ids.leaveTypeIds[type], locationId: ids.locationIds[location] };
      return policy ? [{ ...key, ...policy }] : [];
    }),
  );
}

export function directoryTables(directory: Directory): TableRows[] {
  return [
    rowsOf("locations", locations, directory.locations),
    rowsOf("holidays", holidays, directory.holidays),
    rowsOf("departments", departments, directory.departments),
    rowsOf("labels", labels, directory.labels),
    rowsOf("leave types", leaveTypes, directory.leaveTypes),
    rowsOf("leave policies", leavePolicies, directory.leavePolicies),
  ];
}
