import { dayNumber, dayText } from "@/server/kernel/calendar-date";
import type { Source, SourceHoliday } from "./read-source";
import type { SourceQuery } from "./schema";

/** Where `date-holidays` differs from a place's official list. */
interface Correction {
  country: string;
  /** Of the country's states; all without it. */
  states?: readonly string[];
  /** The holiday's rule in `date-holidays`. */
  rule: string;
  /** What it is there: no public holiday, but one that some employers give; or one on another day. */
  change: { type: "optional" } | { days: number };
  source: string;
}

const optional = { type: "optional" } as const;

/** What was found and looked up so far; most places have not been compared with their official lists. */
const corrections: readonly Correction[] = [
  {
    country: "CA",
    states: ["ON"],
    rule: "easter 1",
    change: optional,
    source:
      "Employment Standards Act, 2000 (Ontario), s. 1, and ontario.ca, Public holidays: nine, not Easter Monday",
  },
  ...["easter 1", "12-26"].map((rule) => ({
    country: "CA",
    states: ["NT"],
    rule,
    change: optional,
    source: "Employment Standards Act (Northwest Territories), s. 22: neither Easter Monday nor Boxing Day",
  })),
  {
    country: "CA",
    states: ["YT"],
    rule: "easter 1",
    change: optional,
    source: "yukon.ca, Find a Yukon statutory holiday: Easter Monday is named as none",
  },
  {
    country: "CA",
    states: ["PE"],
    rule: "3rd friday after 08-01",
    change: optional,
    source: "princeedwardisland.ca, Paid holidays: eight, not Gold Cup Parade Day",
  },
  {
    country: "CY",
    rule: "orthodox -47",
    change: { days: -1 },
    source: "Green (Clean) Monday is 48 days before Easter Sunday: 23 February 2026, 15 March 2027",
  },
  {
    country: "GR",
    rule: "orthodox 50",
    change: optional,
    source: "Law 4808/2021, article 60: the Monday of the Holy Spirit is a working day of the private sector",
  },
  ...["12-24", "12-31"].map((rule) => ({
    country: "CH",
    states: ["GL"],
    rule,
    change: optional,
    source:
      "gl.ch, Feiertagsregelung (Arbeitsgesetz, Ruhetagsgesetz): neither Christmas Eve nor New Year's Eve",
  })),
];

const shifted = (date: string, days: number): string =>
  dayText(dayNumber(date.slice(0, 10)) + days) + date.slice(10);

function corrected(holiday: SourceHoliday, changes: readonly Correction[]): SourceHoliday {
  const change = changes.find(({ rule }) => rule === holiday.rule)?.change;
  if (change === undefined || holiday.type !== "public") return holiday;
  return "type" in change
    ? { ...holiday, type: change.type }
    : { ...holiday, date: shifted(holiday.date, change.days) };
}

/** What the source says of a place, as its official list has it. */
export function correctSource({ country, state }: SourceQuery, source: Source): Source {
  const changes = corrections.filter(
    (one) => one.country === country && (!one.states || one.states.includes(state ?? "")),
  );
  return { ...source, holidays: source.holidays.map((holiday) => corrected(holiday, changes)) };
}
