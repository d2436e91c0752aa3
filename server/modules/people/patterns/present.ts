import { encodeId } from "@/server/kernel/schema";
import type { OperationRow } from "@/server/modules/integrations/operations/get";
import { lotsView, totalOf } from "@/server/modules/integrations/operations/present";
import { toDays } from "@/server/modules/leave/calendars/working-days";
import type { Recount, Recounts } from "@/server/modules/leave/requests/find-recounts";
import { failedShown } from "@/server/modules/people/people/present";
import type { PatternOutcome } from "./judge-patterns";
import type { WorkPatternsSetResult } from "./schema";
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

/** For the pages. */
export const workPatternView = (row: PatternRow) => ({
  ...workPatternV2(row),
  createdByName: row.createdByName,
});

/** The outcome for each of many people. */
export function workPatternsSetV2(outcomes: readonly PatternOutcome[]): WorkPatternsSetResult {
  const countOf = (status: PatternOutcome["status"]) =>
    outcomes.filter((one) => one.status === status).length;
  return {
    changedCount: countOf("changed"),
    unchangedCount: countOf("unchanged"),
    failedCount: countOf("failed"),
    recountedLeaveCount: totalOf(outcomes, "recountedLeaveCount"),
    users: outcomes.map((one) => ({ ...one, id: encodeId("user", one.id) })),
  };
}

/** The same for a page, merged from several batches: counts, and the people who cannot be changed. */
export const workPatternsSetView = (lots: readonly WorkPatternsSetResult[]) => ({
  changedCount: totalOf(lots, "changedCount"),
  unchangedCount: totalOf(lots, "unchangedCount"),
  failedCount: totalOf(lots, "failedCount"),
  recountedLeaveCount: totalOf(lots, "recountedLeaveCount"),
  failed: lots
    .flatMap(({ users }) => users)
    .flatMap(({ id, name, code, missing }) => (code === null ? [] : [{ id, name, code, missing }]))
    .slice(0, failedShown),
});

/** The merged progress of the batches of one change. */
export function workPatternsStandingView(lots: readonly OperationRow[]) {
  const { results, ...standing } = lotsView<WorkPatternsSetResult>(lots);
  return { ...standing, ...workPatternsSetView(results) };
}
