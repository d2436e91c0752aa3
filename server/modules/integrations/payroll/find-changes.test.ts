import { expect, it } from "vitest";
import { changesBetween } from "./find-changes";
import type { PayrollLine } from "./layout";

const line = (more: Partial<PayrollLine>): PayrollLine => ({
  ...{ kind: "LEAVE", userId: "ana", employeeId: null, name: "Ana", email: null, department: "Sales" },
  ...{
    leaveTypeId: "vacation",
    leaveTypeName: "Vacation",
    wageCode: null,
    leaveId: "one",
    days: 1,
    hours: 8,
  },
  ...{ firstDay: "2026-11-23", lastDay: "2026-11-23", note: null },
  ...more,
});

it("a line that is longer now, one that is new, and one that is gone", () => {
  const old = [line({}), line({ leaveId: "two" }), line({ leaveId: "same" })];
  const now = [
    line({ days: 2, lastDay: "2026-11-24" }),
    line({ leaveId: "same" }),
    line({ leaveId: "three" }),
  ];
  expect(changesBetween(old, now)).toEqual([
    { before: old[0], after: now[0] },
    { before: null, after: now[2] },
    { before: old[1], after: null },
  ]);
});

it("another name is no difference, and equal lines are compared one by one", () => {
  const twice = [line({ kind: "CORRECTION", leaveId: null }), line({ kind: "CORRECTION", leaveId: null })];
  expect(changesBetween([line({ name: "Ana Old" })], [line({})])).toEqual([]);
  expect(changesBetween(twice, twice.slice(1))).toHaveLength(1);
});
