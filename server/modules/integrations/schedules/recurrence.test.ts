import { execFileSync } from "node:child_process";
import { build } from "esbuild";
import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";
import { dayNumber, dayText, localDate, weekdayOf } from "@/server/kernel/time/calendar-date";
import { hour, minute, plus } from "@/server/kernel/time/clock";
import { instantOf } from "@/server/kernel/time/local-time";
import { type Due, firstDueAfter, firstDueFrom, firstDues, type Schedule, timeliness } from "./recurrence";

const everyDay = (timezone: string, at: string): Schedule => ({
  frequency: "DAILY",
  timezone,
  hour: Number(at.slice(0, 2)),
  minute: Number(at.slice(3)),
  sendOnDays: [0, 1, 2, 3, 4, 5, 6],
  day: null,
});

describe("the instant of a local time", () => {
  // Each was worked out by hand from the zone's rules. In a gap it is the first instant after the gap; of two instants the first counts.
  const golden: [string, string, string, string][] = [
    ["Europe/Paris", "2026-03-29", "02:30", "2026-03-29T01:00:00Z"],
    ["Europe/Paris", "2026-03-29", "02:00", "2026-03-29T01:00:00Z"],
    ["Europe/Paris", "2026-03-29", "03:00", "2026-03-29T01:00:00Z"],
    ["Europe/Paris", "2026-10-25", "02:30", "2026-10-25T00:30:00Z"],
    ["Europe/Paris", "2026-10-25", "03:00", "2026-10-25T02:00:00Z"],
    ["America/New_York", "2026-03-08", "02:30", "2026-03-08T07:00:00Z"],
    ["America/New_York", "2026-11-01", "01:30", "2026-11-01T05:30:00Z"],
    ["Australia/Lord_Howe", "2026-10-04", "02:15", "2026-10-03T15:30:00Z"],
    ["Australia/Lord_Howe", "2026-04-05", "01:45", "2026-04-04T14:45:00Z"],
    ["Africa/Cairo", "2026-04-24", "00:30", "2026-04-23T22:00:00Z"],
    ["Africa/Cairo", "2026-10-29", "23:30", "2026-10-29T20:30:00Z"],
    ["America/Santiago", "2026-09-06", "00:00", "2026-09-06T04:00:00Z"],
    ["America/Santiago", "2026-04-04", "23:30", "2026-04-05T02:30:00Z"],
    ["Africa/Casablanca", "2026-02-15", "02:30", "2026-02-15T01:30:00Z"],
    ["Africa/Casablanca", "2026-03-22", "02:30", "2026-03-22T02:00:00Z"],
    ["Pacific/Apia", "2011-12-29", "09:00", "2011-12-29T19:00:00Z"],
    ["Pacific/Apia", "2011-12-31", "09:00", "2011-12-30T19:00:00Z"],
    ["Asia/Kathmandu", "2026-06-01", "00:00", "2026-05-31T18:15:00Z"],
    ["Pacific/Kiritimati", "2026-06-01", "09:00", "2026-05-31T19:00:00Z"],
    ["UTC", "2028-02-29", "23:59", "2028-02-29T23:59:00Z"],
  ];

  it.each(golden)("%s %s %s is %s", (zone, date, time, instant) => {
    const at = instantOf(dayNumber(date), Number(time.slice(0, 2)), Number(time.slice(3)), zone);
    expect(at.toISOString()).toBe(instant.replace("Z", ".000Z"));
  });

  it("a date that a zone skipped is not sent: Samoa had no 30 December 2011", () => {
    const schedule = everyDay("Pacific/Apia", "09:00");
    const due = firstDueFrom(schedule, dayNumber("2011-12-30"));
    expect(dayText(due.day)).toBe("2011-12-31");
  });

  it("a month is sent once even when its zone skipped the date", () => {
    const monthly: Schedule = { ...everyDay("Pacific/Apia", "09:00"), frequency: "MONTHLY", dayOfMonth: 30 };
    const dates = firstDues(monthly, new Date("2011-11-15T00:00:00Z"), 3).map(({ day }) => dayText(day));
    expect(dates).toEqual(["2011-11-30", "2011-12-31", "2012-01-30"]);
  });

  it("is the same in every server time zone", async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: `
          import { dayNumber } from "@/server/kernel/time/calendar-date";
          import { instantOf } from "@/server/kernel/time/local-time";
          const at = ([zone, date, time]) => instantOf(dayNumber(date), +time.slice(0, 2), +time.slice(3), zone).getTime();
          console.log(JSON.stringify(${JSON.stringify(golden)}.map(at)));`,
        resolveDir: process.cwd(),
      },
      bundle: true,
      write: false,
      format: "esm",
      platform: "node",
    });
    const expected = golden.map(([, , , instant]) => Date.parse(instant));
    for (const TZ of ["UTC", "Pacific/Chatham", "America/New_York", "Asia/Kathmandu"]) {
      const printed = execFileSync(process.execPath, ["--input-type=module"], {
        input: outputFiles[0]?.text ?? "",
        env: { PATH: process.env.PATH, NODE_ENV: "test", TZ },
      });
      expect([TZ, JSON.parse(printed.toString())]).toEqual([TZ, expected]);
    }
    // Wall-clock dates are computed by Intl with an explicit zone.
    for (const [zone, date, , instant] of golden) expect(localDate(new Date(instant), zone)).toBe(date);
  });

  it("every minute of every gap from 2024 to 2030 is the instant of the change", () => {
    const end = Date.parse("2031-01-01T00:00:00Z");
    let gaps = 0;
    for (const zone of Intl.supportedValuesOf("timeZone")) {
      let at = Temporal.Instant.from("2024-01-01T00:00:00Z").toZonedDateTimeISO(zone);
      for (;;) {
        const change = at.getTimeZoneTransition("next");
        if (!change || change.epochMilliseconds > end) break;
        at = change;
        const before = change.subtract({ nanoseconds: 1 });
        const missing = (change.offsetNanoseconds - before.offsetNanoseconds) / 6e10;
        for (let n = 0; n < missing; n += 10) {
          const wall = before.toPlainDateTime().add({ nanoseconds: 1 }).add({ minutes: n });
          const day = dayNumber(wall.toPlainDate().toString());
          expect(instantOf(day, wall.hour, wall.minute, zone).getTime()).toBe(change.epochMilliseconds);
          gaps++;
        }
      }
    }
    expect(gaps).toBeGreaterThan(1000);
  });
});

describe("every zone, every day from 2024 to 2030", () => {
  const zones = [...Intl.supportedValuesOf("timeZone"), "UTC", "Europe/Kyiv", "Asia/Kolkata", "EST5EDT"];
  const [first, last] = [dayNumber("2024-01-01"), dayNumber("2030-12-31")];

  const schedules = fc.record({
    timezone: fc.constantFrom(...zones),
    hour: fc.integer({ min: 0, max: 23 }),
    minute: fc.integer({ min: 0, max: 59 }),
    sendOnDays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 7 }),
    day: fc.integer({ min: 0, max: 6 }),
    dayOfMonth: fc.constantFrom(1, 15, 28, 31),
    frequency: fc.constantFrom("DAILY" as const, "WEEKLY" as const, "BIRTHDAY" as const, "MONTHLY" as const),
  });

  function eligible(schedule: Schedule): string[] {
    const dates: string[] = [];
    for (let day = first; day <= last; day++) {
      const isLast = dayText(day + 1).endsWith("-01");
      const chosen = {
        BIRTHDAY: true,
        DAILY: schedule.sendOnDays?.includes(weekdayOf(day)),
        WEEKLY: schedule.day === weekdayOf(day),
        MONTHLY: schedule.dayOfMonth === 31 ? isLast : Number(dayText(day).slice(8)) === schedule.dayOfMonth,
      }[schedule.frequency];
      if (chosen) dates.push(dayText(day));
    }
    return dates;
  }

  it("exactly one occurrence for each eligible local date, strictly increasing in UTC", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(schedules, (schedule) => {
        seen.add(schedule.timezone);
        const dues: Due[] = [];
        for (
          let due = firstDueFrom(schedule, first);
          due.day <= last;
          due = firstDueFrom(schedule, due.day + 1)
        )
          dues.push(due);
        expect(dues.map(({ day }) => dayText(day))).toEqual(eligible(schedule));
        for (const [i, { dueAt }] of dues.entries())
          expect(dueAt.getTime()).toBeGreaterThan(dues[i - 1]?.dueAt.getTime() ?? 0);
      }),
      { numRuns: 60, seed: 20_261_120 },
    );
    expect(seen.size).toBeGreaterThan(20);
  }, 120_000);

  it("each zone at its most awkward times: from any instant, the next one is the next in the list", () => {
    fc.assert(
      fc.property(
        schedules,
        fc.integer({ min: first, max: last }),
        fc.integer({ min: 0, max: 1439 }),
        (schedule, day, minutes) => {
          const at = new Date(day * 86_400_000 + minutes * minute);
          const due = firstDueAfter(schedule, at);
          expect(due.dueAt > at).toBe(true);
          // Nothing lies between: the previous one is not after the instant.
          for (let before = due.day - 1; before > due.day - 33; before--) {
            const candidate = firstDueFrom(schedule, before);
            if (candidate.day !== due.day) expect(candidate.dueAt <= at).toBe(true);
          }
        },
      ),
      { numRuns: 400 },
    );
  }, 120_000);

  it("every zone comes due every day of a year with its clock changes", () => {
    const faults: string[] = [];
    for (const timezone of zones) {
      const schedule = everyDay(timezone, "02:30");
      let due = firstDueFrom(schedule, dayNumber("2026-01-01"));
      for (let day = dayNumber("2026-01-01"); day <= dayNumber("2026-12-31"); day++) {
        const next = firstDueFrom(schedule, day + 1);
        if (due.day !== day || next.dueAt <= due.dueAt) faults.push(`${timezone} ${dayText(day)}`);
        due = next;
      }
    }
    expect(faults).toEqual([]);
  }, 120_000);
});

describe("late", () => {
  const due = { day: dayNumber("2026-11-20"), dueAt: new Date("2026-11-20T08:00:00Z") };
  const daily = everyDay("Europe/Paris", "09:00");
  const birthday: Schedule = { ...daily, frequency: "BIRTHDAY" };
  const behind = (schedule: Schedule, ms: number) => timeliness(schedule, due, plus(due.dueAt, ms));

  it("by less than two hours is still sent, BIRTHDAY on the same local day", () => {
    expect(behind(daily, 0)).toBe("on_time");
    expect(behind(daily, minute)).toBe("late");
    expect(behind(daily, 2 * hour - 1)).toBe("late");
    expect(behind(daily, 2 * hour)).toBe("too_late");
    expect(behind(birthday, 15 * hour - 1)).toBe("late");
    expect(behind(birthday, 15 * hour)).toBe("too_late");
  });
});
