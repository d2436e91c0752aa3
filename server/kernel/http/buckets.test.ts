import { expect, it } from "vitest";
import { Buckets } from "./buckets";

const clock = { ms: 0 };
const open = () => {
  clock.ms = 0;
  return new Buckets({ burst: 3, intervalMs: 100 }, () => clock.ms);
};

it("admits a burst, then one request per interval, and returns the wait", () => {
  const buckets = open();
  expect([1, 2, 3].map(() => buckets.take("a"))).toEqual([0, 0, 0]);
  expect(buckets.take("a")).toBe(100);
  clock.ms = 99;
  expect(buckets.take("a")).toBe(1);
  clock.ms = 100;
  expect(buckets.take("a")).toBe(0);
  expect(buckets.take("a")).toBe(100);
});

it("keeps one bucket per key, and drops no bucket that is not full, with 15,000 keys", () => {
  const buckets = open();
  for (let count = 0; count < 3; count++) buckets.take("busy");
  for (let key = 0; key < 15_000; key++) buckets.take(`${key}`);
  expect(buckets.take("busy")).toBe(100);
});

it("takes a request's cost in tokens, at most a full bucket", () => {
  const buckets = open();
  expect(buckets.take("a", 2)).toBe(0);
  expect(buckets.take("a", 2)).toBe(100);
  clock.ms = 1000;
  expect(buckets.take("a", 10)).toBe(0);
});
