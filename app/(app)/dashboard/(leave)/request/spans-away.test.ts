import { expect, it } from "vitest";
import { spansAway } from "./spans-away";

const ana = { userId: "user-1", name: "Ana" };
const boris = { userId: "user-2", name: "Boris" };
const mina = { userId: "user-3", name: "Mina" };
/** Thursday to Tuesday. */
const days = [6, 7, 8, 9, 10, 11].map((day) => ({
  date: `2026-08-${String(day).padStart(2, "0")}`,
  amount: day === 8 || day === 9 ? 0 : 1,
}));
const on = (day: number, ...users: (typeof ana)[]) => ({
  date: `2026-08-${String(day).padStart(2, "0")}`,
  users,
});

it("a colleague is named once, with colleagues of the same days; a weekend does not part them", () => {
  expect(spansAway([on(6, ana, boris), on(7, ana, boris), on(10, ana, boris)], days)).toEqual([
    { names: ["Ana", "Boris"], spans: [{ startDate: "2026-08-06", endDate: "2026-08-10" }] },
  ]);
});

it("a working day between parts a span", () => {
  expect(spansAway([on(6, mina), on(10, mina, ana), on(11, ana)], days)).toEqual([
    {
      names: ["Mina"],
      spans: [
        { startDate: "2026-08-06", endDate: "2026-08-06" },
        { startDate: "2026-08-10", endDate: "2026-08-10" },
      ],
    },
    { names: ["Ana"], spans: [{ startDate: "2026-08-10", endDate: "2026-08-11" }] },
  ]);
});
