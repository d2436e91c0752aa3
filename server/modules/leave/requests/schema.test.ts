import { expect, it } from "vitest";
import { ApiError } from "@/server/kernel/errors";
import { validate } from "@/server/transport/validate";
import { LeaveCreate, LeaveDecision, LeavePatch } from "./schema";

const id = "01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e6f";
const good = { leaveTypeId: `leaveType-${id}`, startDate: "2026-11-23", endDate: "2026-11-24" };

/** Paths of all faults, sorted; empty when it passes. */
function faults(value: unknown, schema: Parameters<typeof validate>[0] = LeaveCreate): string[] {
  try {
    validate(schema, value);
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return (error.more.details?.fields ?? []).map(({ path }) => path).sort();
  }
}

it("a full day needs only its type and dates", () => {
  expect(validate(LeaveCreate, good)).toEqual({ ...good, leaveTypeId: id, isFullDayLeave: true });
});

it("400 lists faults of fields and between fields at once", () => {
  const bad = {
    startDate: "2026-11-24",
    endDate: "2026-11-23",
    startHour: "9",
    endMinute: 75,
    reason: "a\u0000b",
    status: "APPROVED",
  };
  expect(faults(bad)).toEqual([
    "endDate",
    "endMinute",
    "endMinute",
    "leaveTypeId",
    "reason",
    "startHour",
    "status",
  ]);
});

it("400 for each kind of invalid value, one by one", () => {
  const nonsense: [string, unknown][] = [
    ["startDate", "2026-02-30"],
    ["startDate", null],
    ["endDate", "2026-11-24T00:00:00Z"],
    ["isFullDayLeave", "true"],
    ["leaveTypeId", id],
    ["leaveTypeId", `leaveType-${id.toUpperCase()}`],
    ["userId", null],
    ["userId", `leaveType-${id}`],
    ["reason", ""],
    ["reason", "x".repeat(2001)],
    ["reason", "\ud800"],
    ["startHour", Number.POSITIVE_INFINITY],
    ["startHour", 9.5],
    ["unknown", 1],
  ];
  for (const [path, value] of nonsense) expect(faults({ ...good, [path]: value })).toContain(path);
  for (const value of [null, [], "x", 1]) expect(faults(value)).toEqual([""]);
  expect(faults(JSON.parse(`{"__proto__": {"startDate": "2026-11-23"}}`))).toContain("startDate");
});

it("a part day needs its hours, a full day takes none", () => {
  expect(faults({ ...good, isFullDayLeave: false })).toEqual(["endHour", "startHour"]);
  expect(faults({ ...good, isFullDayLeave: false, startHour: 9, endHour: 9 })).toEqual(["endHour"]);
  expect(faults({ ...good, isFullDayLeave: false, startHour: 9, endHour: 24, endMinute: 1 })).toEqual([
    "endHour",
  ]);
  expect(faults({ ...good, isFullDayLeave: false, startHour: 9, endHour: 24 })).toEqual([]);
  expect(faults({ ...good, startHour: 9 })).toEqual(["startHour"]);
  expect(faults({ ...good, startHour: 0, startMinute: 0, endHour: 0, endMinute: 0 })).toEqual([]);
});

it("an edit needs at least one field, and cannot move a leave to another person", () => {
  expect(faults({}, LeavePatch)).toEqual([""]);
  expect(faults({ reason: null }, LeavePatch)).toEqual([]);
  expect(faults({ userId: `user-${id}`, reason: "x" }, LeavePatch)).toEqual(["userId"]);
});

it("a decision may have a reason, or none", () => {
  expect(faults(undefined, LeaveDecision)).toEqual([]);
  expect(faults({}, LeaveDecision)).toEqual([]);
  expect(faults({ reason: "Two lines\nare fine" }, LeaveDecision)).toEqual([]);
  expect(faults({ because: "x" }, LeaveDecision)).toEqual(["because"]);
});
