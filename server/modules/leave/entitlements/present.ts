import { encodeId } from "@/server/kernel/schema";
import { dayText } from "@/server/kernel/time/calendar-date";
import { toDays } from "@/server/modules/leave/calendars/working-days";
import type { PersonDaysLeft } from "./find-days-left";
import type { AdjustmentEffect } from "./preview-adjustment";
import type { AdjustmentRow } from "./store";

/** The database knows corrections and expiries of carried-over days as adjustments, since earlier versions count them as such. */
function kindOf({ kind, correctsFrom, extendsCarry }: AdjustmentRow) {
  if (extendsCarry) return "CARRY_EXPIRY" as const;
  return correctsFrom === null ? kind : ("CORRECTION" as const);
}

export const adjustmentV2 = (row: AdjustmentRow) => ({
  id: encodeId("adjustment", row.id),
  userId: encodeId("user", row.userId),
  leaveTypeId: encodeId("leaveType", row.leaveTypeId),
  kind: kindOf(row),
  days: row.extendsCarry ? null : row.days,
  effectiveDate: row.effectiveDate,
  correctsFrom: row.correctsFrom,
  correctsTo: row.correctsTo,
  expiresOn: row.carryExpiresOn,
  note: row.note,
  reverses: row.reversesId && encodeId("adjustment", row.reversesId),
  reversedBy: row.reversedById && encodeId("adjustment", row.reversedById),
  createdById: row.createdById && encodeId("user", row.createdById),
  createdAt: row.createdAt.toISOString(),
});

/** What an adjustment would do, for the page. */
export const adjustmentEffectView = ({ asOf, before, after }: AdjustmentEffect) => ({
  asOf: dayText(asOf),
  before: toDays(before),
  after: toDays(after),
});

/** A person's remaining days for the page. */
export const personDaysLeftView = ({ id, name, left }: PersonDaysLeft) => ({
  id: encodeId("user", id),
  name,
  left: left.map(({ leaveTypeId, leaveTypeName, remaining, hoursPerDay, isOpened }) => ({
    leaveTypeId: encodeId("leaveType", leaveTypeId),
    leaveTypeName,
    days: toDays(remaining),
    hoursPerDay,
    isOpened,
  })),
});

/** For the pages. */
export const adjustmentView = (row: AdjustmentRow) => ({
  ...adjustmentV2(row),
  leaveTypeName: row.leaveTypeName,
  createdByName: row.createdByName,
});
