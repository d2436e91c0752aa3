import { describe, expect, it } from "vitest";
import { momentOf, wallText } from "@/app/_kit/ui/wall-time";

describe("local clock times", () => {
  it.each([
    ["2026-07-01T12:00", "Europe/Berlin", "2026-07-01T10:00:00.000Z"],
    ["2026-01-01T00:30", "Europe/Berlin", "2025-12-31T23:30:00.000Z"],
    ["2026-11-21T08:15", "Asia/Kathmandu", "2026-11-21T02:30:00.000Z"],
    ["2026-11-21T08:15", "Pacific/Kiritimati", "2026-11-20T18:15:00.000Z"],
    ["2026-11-21T08:15", "UTC", "2026-11-21T08:15:00.000Z"],
  ])("%s in %s is %s, there and back", (text, zone, instant) => {
    expect(momentOf(text, zone)?.toISOString()).toBe(instant);
    expect(wallText(new Date(instant), zone)).toBe(text);
  });

  it("an ambiguous time is the first of the two", () => {
    expect(momentOf("2026-10-25T02:30", "Europe/Berlin")?.toISOString()).toBe("2026-10-25T00:30:00.000Z");
    expect(momentOf("2026-11-01T01:30", "America/New_York")?.toISOString()).toBe("2026-11-01T05:30:00.000Z");
  });

  it("a skipped time is moved by the gap", () => {
    expect(momentOf("2026-03-29T02:30", "Europe/Berlin")?.toISOString()).toBe("2026-03-29T01:30:00.000Z");
  });

  it("half a date is no time", () => {
    expect(momentOf("", "Europe/Berlin")).toBeNull();
  });
});
