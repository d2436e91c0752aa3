import { expect, it } from "vitest";
import { withLost } from "./with-lost";

const line = {
  ...{
    date: "2026-01-01",
    kind: "GRANTED" as const,
    days: 22,
    hours: null,
    balanceAfter: 22,
    balanceAfterHours: null,
  },
  ...{ leaveId: null, creditId: null, note: null, expiresOn: null, hoursWorked: null, hoursWorkedRate: null },
  ...{ hoursPerDay: null, dayHours: 8 },
};
const year = { start: "2026-01-01", end: "2026-12-31" };
const lapses = [{ date: "2026-12-31", days: 12 }];

it("a year's ledger ends with what expired at its end, and what is left is what the next year begins with", () => {
  const lines = withLost([line], { year, lapses, today: "2027-01-04" }, "2026-12-31");
  expect(lines.at(-1)).toMatchObject({ date: "2026-12-31", days: -12, balanceAfter: 10, lost: "past" });
  expect(withLost([line], { year, lapses, today: "2026-11-30" }, "2026-12-31").at(-1)?.lost).toBe("coming");
});

it("no line before the year's end, where nothing expires then, or without a balance", () => {
  expect(withLost([line], { year, lapses, today: "2026-11-30" }, null)).toEqual([line]);
  expect(withLost([line], { year, lapses: [], today: "2027-01-04" }, "2026-12-31")).toEqual([line]);
  expect(withLost([], { year, lapses, today: "2027-01-04" }, "2026-12-31")).toEqual([]);
});
