import fc from "fast-check";
import ICAL from "ical.js";
import ical from "node-ical";
import { expect, it } from "vitest";
import { dayText } from "@/server/kernel/time/calendar-date";
import { type CalendarEvent, icalendar } from "./icalendar";

const event: CalendarEvent = {
  uid: "leave-1@timeaway",
  sequence: 3,
  changedAt: new Date("2026-11-20T10:00:00Z"),
  summary: "Vacation",
  time: { first: "2026-12-24", last: "2026-12-31" },
  status: "CONFIRMED",
  isBusy: true,
  busyStatus: "OOF",
  url: "https://app.example.com/dashboard/leaves/leave-1",
};
const calendarOf = (...events: CalendarEvent[]) => icalendar({ name: "My leave", refreshHours: 1, events });

it("every line ends with CRLF and has at most 75 octets, with any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), (summary) => {
      const text = calendarOf({ ...event, summary });
      expect(text.endsWith("\r\n")).toBe(true);
      const lines = text.slice(0, -2).split("\r\n");
      for (const line of lines) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(line).not.toMatch(/[\r\n]/);
      }
    }),
  );
});

it("ical.js reads back any text, except control characters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (summary) => {
      const component = new ICAL.Component(ICAL.parse(calendarOf({ ...event, summary })));
      const read = component.getFirstSubcomponent("vevent")?.getFirstPropertyValue("summary");
      const said = summary
        .replace(/\r\n?/g, "\n")
        // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are removed
        .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, " ");
      expect(read).toBe(said);
    }),
    { numRuns: 500 },
  );
});

it("whole days end on the day after the last, in both parsers", () => {
  const first = 20_000;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4000 }), fc.integer({ min: 0, max: 60 }), (start, length) => {
      const time = { first: dayText(first + start), last: dayText(first + start + length) };
      const text = calendarOf({ ...event, time });
      const component = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent");
      const read = new ICAL.Event(component ?? undefined);
      expect([read.startDate.isDate, read.startDate.toString()]).toEqual([true, time.first]);
      expect(read.endDate.toString()).toBe(dayText(first + start + length + 1));
      const [other] = Object.values(ical.sync.parseICS(text)).filter((one) => one?.type === "VEVENT");
      expect(other).toMatchObject({ datetype: "date" });
    }),
    { numRuns: 100 },
  );
});

it("a part day is in UTC, and both parsers read the properties that programs ask for", () => {
  const time = { start: new Date("2026-12-24T08:00:00Z"), end: new Date("2026-12-24T12:30:00Z") };
  const text = calendarOf({ ...event, time, status: "TENTATIVE", busyStatus: "TENTATIVE" });
  expect(text).toContain("DTSTART:20261224T080000Z\r\nDTEND:20261224T123000Z\r\n");
  const component = new ICAL.Component(ICAL.parse(text));
  expect(component.getFirstPropertyValue("refresh-interval")?.toString()).toBe("PT1H");
  expect(component.getFirstPropertyValue("x-wr-calname")).toBe("My leave");
  const read = new ICAL.Event(component.getFirstSubcomponent("vevent") ?? undefined);
  expect([read.uid, read.sequence, read.startDate.toJSDate()]).toEqual([event.uid, 3, time.start]);
  const [other] = Object.values(ical.sync.parseICS(text)).filter((one) => one?.type === "VEVENT");
  expect(other).toMatchObject({ status: "TENTATIVE", transparency: "OPAQUE", summary: "Vacation" });
});
