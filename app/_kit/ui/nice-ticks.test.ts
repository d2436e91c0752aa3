import { expect, it } from "vitest";
import { niceTicks, niceTicksAround } from "@/app/_kit/ui/nice-ticks";

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [80, [0, 20, 40, 60, 80]],
  [81, [0, 25, 50, 75, 100]],
  [1204, [0, 500, 1000, 1500]],
])("counts up to %d have ticks at %j", (max, ticks) => {
  expect(niceTicks(max, { whole: true })).toEqual(ticks);
});

it("measures have fractions", () => {
  expect(niceTicks(0.7)).toEqual([0, 0.2, 0.4, 0.6, 0.8]);
  expect(niceTicks(4.3)).toEqual([0, 2, 4, 6]);
});

it("no axis exceeds its maximum number of steps, and none ends below its greatest value", () => {
  for (let max = 0.013; max < 1e7; max *= 1.07)
    for (const whole of [true, false]) {
      const ticks = niceTicks(max, { whole });
      expect(ticks.length).toBeLessThanOrEqual(5);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
    }
});

it("an axis reaches below zero in the same steps", () => {
  expect(niceTicksAround(0, 25)).toEqual(niceTicks(25));
  expect(niceTicksAround(-3, 25)).toEqual([-10, 0, 10, 20, 30]);
  expect(niceTicksAround(-12, 0)).toEqual([-15, -10, -5, 0]);
  expect(niceTicksAround(0, 0)).toEqual([0, 1]);
});
