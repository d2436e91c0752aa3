import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Deadlines } from "./deadlines";

const fake = ["setTimeout", "performance"] as const;
beforeEach(() => void vi.useFakeTimers({ toFake: [...fake] }));
afterEach(() => void vi.useRealTimers());

describe("deadlines", () => {
  const passed: string[] = [];
  const deadlines = new Deadlines<string>(100, (item) => passed.push(`${item} ${performance.now() - start}`));
  let start = 0;
  beforeEach(() => {
    passed.length = 0;
    start = performance.now();
  });

  it("each expires when it is due, by one timer", () => {
    deadlines.set("a");
    vi.advanceTimersByTime(30);
    deadlines.set("b");
    deadlines.set("c");
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(200);
    expect(passed).toEqual(["a 100", "b 130", "c 130"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("a cleared deadline never expires; one set after all have expired does", () => {
    deadlines.set("a");
    deadlines.clear("a");
    vi.advanceTimersByTime(500);
    deadlines.set("b");
    vi.advanceTimersByTime(99);
    expect(passed).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(passed).toEqual(["b 600"]);
  });
});
