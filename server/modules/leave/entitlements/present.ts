import { encodeId } from "@/server/kernel/schema";
import { toDays } from "@/server/modules/leave/calendars/working-days";
import type { PersonDaysLeft } from "./find-days-left";
import type { AdjustmentRow } from "./store";

export const adjustmentV2 = (row: AdjustmentRow) => ({
  id: encodeId("adjustment", row.id),
  userId: encodeId("user", row.userId),
  leaveTypeId: encodeId("leaveType", row.leaveTypeId),
  kind: row.correctsFrom === null ? row.kind : ("CORRECTION" as const),
  days: row.days,
  effectiveDate: row.effectiveDate,
  correctsFrom: row.correctsFrom,
  correctsTo: row.correctsTo,
  note: row.note,
  reverses: row.reversesId && encodeId("adjustment", row.reversesId),
  reversedBy: row.reversedById && encodeId("adjustment", row.reversedById),
  createdById: row.createdById && encodeId("user", row.createdById),
  createdAt: row.createdAt.toISOString(),
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
