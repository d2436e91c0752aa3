import { expect, it } from "vitest";
import { maxOf } from "./max-of";

const day = (date: string, awayCount: number, elsewhereCount: number) => ({
  ...{ date, awayCount, elsewhereCount, pendingCount: 0, userCount: 10 },
});

it("a week counts who is away on its busiest day, and who works elsewhere on the busiest day of that", () => {
  const counts = [day("2026-12-14", 3, 0), day("2026-12-15", 1, 2), day("2026-12-21", 9, 9)];
  const week = { days: ["2026-12-14", "2026-12-15", "2026-12-16"] };
  expect(maxOf(week, counts)).toMatchObject({ awayCount: 3, elsewhereCount: 2, userCount: 10 });
  expect(maxOf({ days: ["2026-12-15"] }, counts)).toMatchObject({ awayCount: 1, elsewhereCount: 2 });
  expect(maxOf({ days: ["2026-12-16"] }, counts)).toMatchObject({ awayCount: 0, elsewhereCount: 0 });
});
