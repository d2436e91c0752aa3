import { dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import type { Source, SourceHoliday } from "./read-source";
import type { SourceQuery } from "./schema";

/** A difference between `date-holidays` and a place's official list. */
interface Correction {
  country: string;
  /** Of the country's states; by default all. */
  states?: readonly string[];
  /** The holiday's rule in `date-holidays`. */
  rule: string;
  /** The official status: a public holiday; an optional one, which only some employers give; or a shift by some days. */
  change: { type: "public" | "optional" } | { days: number };
  source: string;
}

const optional = { type: "optional" } as const;
const isPublic = { type: "public" } as const;

/** Known differences. Checked: Europe, North America, Australia and New Zealand; other places have not been compared. */
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
  ...["BC", "MB", "NT", "YT"].map((state) => ({
    country: "CA",
    states: [state],
    rule: "09-30 since 2021",
    change: isPublic,
    source:
      "National Day for Truth and Reconciliation, statutory: Northwest Territories 2022, British Columbia and Yukon 2023, Manitoba 2024",
  })),
  {
    country: "BG",
    rule: "12-26",
    change: isPublic,
    source: "Labour Code, article 154: 24, 25 and 26 December",
  },
  {
    country: "CY",
    rule: "orthodox 49",
    change: { days: 1 },
    source: "Kataklysmos is the Monday of the Holy Spirit: 1 June 2026, 21 June 2027",
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
  ...["05-01 12:00", "easter 50", "12-24 12:00"].map((rule) => ({
    country: "CH",
    states: ["VS"],
    rule,
    change: optional,
    source:
      "Arbeitsgesetz, art. 20a (Wallis): 1 January, 19 March, Ascension, Corpus Christi, 1 and 15 August, 1 November, 8 and 25 December",
  })),
  ...["easter 1", "easter 60"].map((rule) => ({
    country: "CH",
    states: ["NE"],
    rule,
    change: optional,
    source:
      "Loi sur le dimanche et les jours fériés (Neuchâtel): not Easter Monday; Corpus Christi in Le Landeron alone",
  })),
  {
    country: "US",
    states: ["NY"],
    rule: "02-15",
    change: optional,
    source: "Executive Law, s. 168-a: Susan B. Anthony's day is a day of commemoration",
  },
  ...["1st monday in March", "05-19"].map((rule) => ({
    country: "US",
    states: ["IL"],
    rule,
    change: optional,
    source: "cms.illinois.gov, State holidays: neither Casimir Pulaski Day nor Malcolm X Day",
  })),
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
  if (change === undefined) return holiday;
  if ("days" in change) return { ...holiday, date: shifted(holiday.date, change.days) };
  return { ...holiday, type: change.type };
}

/** The source's holidays, corrected to the place's official list. */
export function correctSource({ country, state }: SourceQuery, source: Source): Source {
  const changes = corrections.filter(
    (one) => one.country === country && (!one.states || one.states.includes(state ?? "")),
  );
  return { ...source, holidays: source.holidays.map((holiday) => corrected(holiday, changes)) };
}
