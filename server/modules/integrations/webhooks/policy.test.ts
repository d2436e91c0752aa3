import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { day, hour, minute, plus, second } from "@/server/kernel/time/clock";
import {
  dueNotice,
  isHopeless,
  maximumAttempts,
  noticeStages,
  parseRetryAfter,
  retryDelayMs,
} from "./policy";

const now = new Date("2026-11-20T12:00:00.000Z");
const plain = { httpStatus: 500, error: "HTTP_STATUS", retryAfterMs: null, random: 0.5 } as const;

describe("retries", () => {
  it("at once, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h; then never", () => {
    const delays = Array.from({ length: maximumAttempts }, (_, i) =>
      retryDelayMs({ ...plain, attempts: i + 1 }),
    );
    expect(delays).toEqual([
      5 * second,
      5 * minute,
      30 * minute,
      2 * hour,
      5 * hour,
      10 * hour,
      14 * hour,
      20 * hour,
      24 * hour,
      null,
    ]);
  });

  it("jitter of a fifth to either side", () => {
    expect(retryDelayMs({ ...plain, attempts: 2, random: 0 })).toBe(4 * minute);
    expect(retryDelayMs({ ...plain, attempts: 2, random: 1 })).toBe(6 * minute);
  });

  it("an overloaded or hanging receiver gets at least a minute", () => {
    for (const httpStatus of [429, 502, 504])
      expect(retryDelayMs({ ...plain, attempts: 1, httpStatus })).toBe(minute);
    expect(retryDelayMs({ ...plain, attempts: 1, httpStatus: null, error: "TIMEOUT" })).toBe(minute);
    expect(retryDelayMs({ ...plain, attempts: 1, httpStatus: 503 })).toBe(5 * second);
  });

  it.each([
    ["120", 2 * minute],
    ["0", minute],
    ["-5", minute],
    ["999999999999999999999", 15 * minute],
    ["soon", minute],
    ["1.5", minute],
    ["0x10", minute],
    ["Fri, 20 Nov 2026 12:05:00 GMT", 5 * minute],
    ["Fri, 20 Nov 2026 11:00:00 GMT", minute],
    ["Fri, 20 Nov 2099 11:00:00 GMT", 15 * minute],
    ["Friday, 20-Nov-26 12:05:00 GMT", 5 * minute],
    ["2026-11-20T13:00:00Z", minute],
    ["Fri, 99 Nov 2026 12:05:00 GMT", minute],
    ["", minute],
    [undefined, minute],
  ])("429 with Retry-After %j waits %i ms", (header, expected) => {
    const retryAfterMs = parseRetryAfter(header, now);
    expect(retryDelayMs({ ...plain, attempts: 1, httpStatus: 429, retryAfterMs })).toBe(expected);
  });

  it("Retry-After never shortens the schedule, and at most doubles it", () => {
    expect(retryDelayMs({ ...plain, attempts: 4, retryAfterMs: minute })).toBe(2 * hour);
    expect(retryDelayMs({ ...plain, attempts: 4, retryAfterMs: 3 * hour })).toBe(3 * hour);
    expect(retryDelayMs({ ...plain, attempts: 4, retryAfterMs: 90 * day })).toBe(4 * hour);
  });

  it("any header and any response give a delay within bounds", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 100, max: 599 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (header, attempts, httpStatus, random) => {
          const retryAfterMs = parseRetryAfter(header, now);
          const delay = retryDelayMs({ attempts, httpStatus, error: "HTTP_STATUS", retryAfterMs, random });
          expect(delay).toBeGreaterThanOrEqual(4 * second);
          expect(delay).toBeLessThanOrEqual(58 * hour);
        },
      ),
    );
  });
});

describe("giving up", () => {
  const hopeless = {
    failingSince: plus(now, -72 * hour),
    failedAttemptCount: 20,
    failedEventFirstAt: plus(now, -72 * hour),
    failedEventLastAt: plus(now, -60 * hour),
  };

  it("requires all of 72 hours, 20 attempts, events 12 hours apart", () => {
    expect(isHopeless(hopeless, now)).toBe(true);
    expect(isHopeless({ ...hopeless, failingSince: plus(now, -72 * hour + 1) }, now)).toBe(false);
    expect(isHopeless({ ...hopeless, failedAttemptCount: 19 }, now)).toBe(false);
    expect(isHopeless({ ...hopeless, failedEventLastAt: plus(now, -60 * hour - 1) }, now)).toBe(false);
    expect(isHopeless({ ...hopeless, failingSince: null }, now)).toBe(false);
  });

  it("owners are notified at 24 h, at 48 h and at the pause", () => {
    const active = { status: "active", pausedReason: null } as const;
    const since = (hours: number) => dueNotice({ ...active, failingSince: plus(now, -hours * hour) }, now);
    expect([23, 24, 47, 48, 90].map(since)).toEqual([0, 1, 1, 2, 2]);
    const paused = { status: "paused", failingSince: now } as const;
    expect(dueNotice({ ...paused, pausedReason: "delivery_failures" }, now)).toBe(noticeStages.paused);
    expect(dueNotice({ ...paused, pausedReason: "endpoint_gone" }, now)).toBe(noticeStages.paused);
    expect(dueNotice({ ...paused, pausedReason: "manual" }, now)).toBe(noticeStages.none);
    expect(dueNotice({ ...active, failingSince: null }, now)).toBe(noticeStages.none);
  });
});
