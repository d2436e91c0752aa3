import type { PageLanguage } from "@/drizzle/schema/values";
import { encodeId } from "@/server/kernel/schema";
import { dayText } from "@/server/kernel/time/calendar-date";
import { toDays } from "@/server/modules/leave/calendars/working-days";
import { nameIn } from "@/server/modules/leave/type-names/name-in";
import type { LeavePolicyRow, LeaveTypeDetailRow } from "./get-leave-type";
import type { LeaveTypeRow } from "./list-leave-types";
import { approvalLevelsOf } from "./policy";
import type { PolicyEffect } from "./preview-policies";

export const leaveTypeV1 = (row: LeaveTypeRow) => ({
  id: encodeId("leaveType", row.id),
  name: row.name,
  color: row.color,
  isActive: row.isActive,
});

export const leaveTypeV2 = (row: LeaveTypeRow) => ({
  ...leaveTypeV1(row),
  names: row.names,
  isRequestable: row.isRequestable,
  position: row.position,
  calendarStatus: row.calendarStatus,
  isPrivate: row.isPrivate,
  interrupts: row.interrupts,
  interruptible: row.interruptible,
  approversSeeFiles: row.approversSeeFiles,
  unit: row.unit,
});

/** A leave type for the pages, called as the reader calls it. */
export const leaveTypeView = (row: LeaveTypeRow, language: PageLanguage | null) => ({
  ...leaveTypeV2(row),
  name: nameIn(row, language),
});

export const policyV2 = ({ locationId, lapseNoticesSince: _since, ...rules }: LeavePolicyRow) => ({
  locationId: encodeId("location", locationId),
  ...rules,
  approvalLevels: approvalLevelsOf(rules),
  tenureSteps: rules.tenureSteps.map(({ afterMonths, quota }) => ({ afterMonths, quota })),
  labelDays: rules.labelDays.map(({ labelId, days }) => ({ labelId: encodeId("label", labelId), days })),
});

export const leaveTypeDetailV2 = (row: LeaveTypeDetailRow) => ({
  ...leaveTypeV2(row),
  wageCode: row.wageCode,
  isInPayroll: row.isInPayroll,
  policies: row.policies.map(policyV2),
});

/** For the page of one leave type, which shows both what the reader calls it and its one name. */
export const leaveTypeDetailView = (row: LeaveTypeDetailRow, language: PageLanguage | null) => ({
  ...leaveTypeDetailV2(row),
  title: nameIn(row, language),
});

export const policyEffectV2 = ({ overdrawn, examples, ...counts }: PolicyEffect) => ({
  ...counts,
  overdrawn: overdrawn.map(({ userId, locationId, ...person }) => ({
    ...person,
    userId: encodeId("user", userId),
    locationId: encodeId("location", locationId),
  })),
  examples: examples.map(
    ({ locationId, startsOn, firstYear, nextYear, later, byMonth, byLabel, carried, worked }) => ({
      locationId: encodeId("location", locationId),
      startDate: dayText(startsOn),
      firstYearDays: toDays(firstYear),
      nextYearDays: toDays(nextYear),
      later: later.map((year) => ({ yearStart: dayText(year.startsOn), days: toDays(year.quota) })),
      byMonth: byMonth.map((month) => ({ startDate: dayText(month.startsOn), days: toDays(month.quota) })),
      byLabel: byLabel.map(({ labelId, firstYear: first, nextYear: next }) => ({
        labelId: encodeId("label", labelId),
        firstYearDays: toDays(first),
        nextYearDays: toDays(next),
      })),
      carried: carried && {
        yearEnd: dayText(carried.yearEnd),
        daysLeft: toDays(carried.left),
        days: toDays(carried.days),
        expiresAt: carried.expiresOn === null ? null : dayText(carried.expiresOn),
      },
      worked: worked && { ...worked, days: toDays(worked.days) },
    }),
  ),
});
