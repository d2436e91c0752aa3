import { encodeId } from "@/server/kernel/schema";
import type { Recount, Recounts } from "@/server/modules/leaves/find-recounts";
import { toDays } from "@/server/modules/work-calendar/working-days";
import type { PatternRow } from "./store";

export const workPatternV2 = (row: PatternRow) => ({
  id: encodeId("workPattern", row.id),
  userId: encodeId("user", row.userId),
  from: row.startsOn,
  cycleStart: row.cycleStart,
  minutes: row.minutes,
  createdById: row.createdById && encodeId("user", row.createdById),
  createdAt: row.createdAt.toISOString(),
});

const recountV2 = ({ leave, before, after }: Recount) => ({
  leaveId: encodeId("leave", leave.id),
  leaveTypeId: encodeId("leaveType", leave.leaveTypeId),
  startDate: leave.startDate,
  endDate: leave.endDate,
  status: leave.status,
  workingDaysBefore: toDays(before),
  workingDaysAfter: toDays(after),
});

const inOrder = (recounts: readonly Recount[]): Recount[] =>
  recounts.toSorted((a, b) => (a.leave.startDate < b.leave.startDate ? -1 : 1));

export const createdWorkPatternV2 = ({ recounts, ...row }: PatternRow & { recounts: Recount[] }) => ({
  ...workPatternV2(row),
  recountedLeaves: inOrder(recounts).map(recountV2),
});

export const workPatternPreviewV2 = ({ recounts, uncovered }: Recounts) => ({
  recountedLeaves: inOrder(recounts).map(recountV2),
  shortfalls: uncovered.map(({ leaveTypeId, missing }) => ({
    leaveTypeId: encodeId("leaveType", leaveTypeId),
    missing: toDays(missing),
  })),
});

/** As a page shows it. */
export const workPatternView = (row: PatternRow) => ({
  ...workPatternV2(row),
  createdByName: row.createdByName,
});
