import { dayNumber, dayText, yearOf } from "@/server/kernel/time/calendar-date";
import type { SourceHoliday } from "./read-source";
import { proposalKinds } from "./schema";

type ProposalKind = (typeof proposalKinds)[number];

/** A day proposed as a holiday. */
export interface Proposal {
  date: string;
  name: string;
  isHalfDay: boolean;
  kind: ProposalKind;
  /** The substitute day, when the holiday falls on a day that is usually off anyway. */
  replacedBy: string | null;
  /** The date depends on the sighting of the moon and may still move by a day. */
  mayMove: boolean;
}

const kinds: Partial<Record<SourceHoliday["type"], ProposalKind>> = {
  public: "PUBLIC",
  bank: "BANK",
  optional: "OPTIONAL",
};
const islamicMonth = /\b(Muharram|Safar|Rabi|Jumada|Rajab|Shaban|Ramadan|Shawwal|Dhu)\b/;
const dayMinutes = 24 * 60;
/** A whole day has 23 hours when the clocks go forward. */
const maxHalfMinutes = 20 * 60;
const longestName = 100;

/**
 * A source's holidays as days, each day once. Leaves out school holidays and observances.
 * @param years the requested years: a holiday of several days may extend into the next
 */
export function proposalsOf(found: readonly SourceHoliday[], years: readonly number[]): Proposal[] {
  const days = found.flatMap((holiday) => daysOf(holiday, substituteOf(holiday, found)));
  const byDate = new Map<string, Proposal[]>();
  for (const day of days) byDate.set(day.date, [...(byDate.get(day.date) ?? []), day]);
  return [...byDate.values()]
    .map(oneOf)
    .filter(({ date }) => years.includes(yearOf(dayNumber(date))))
    .sort((a, b) => a.date.localeCompare(b.date));
}

const firstDay = ({ date }: SourceHoliday): string => date.slice(0, 10);

/** Finds "Boxing Day (substitute day)" for "Boxing Day": the source lists both. */
function substituteOf(holiday: SourceHoliday, found: readonly SourceHoliday[]): string | null {
  if (holiday.substitute) return null;
  const from = dayNumber(firstDay(holiday));
  const substitute = found.find((other) => {
    const days = dayNumber(firstDay(other)) - from;
    return other.substitute && other.name.startsWith(`${holiday.name} (`) && Math.abs(days) <= 7;
  });
  return substitute ? firstDay(substitute) : null;
}

/** The end of working hours: a public holiday from then on, such as Christmas Eve in Queensland, takes no working time. */
const eveningHour = 17;

/** The evening of a day; a feast that begins on the evening before has an offset and whole days. */
const isEvening = ({ date, minutes }: SourceHoliday): boolean =>
  minutes <= maxHalfMinutes && Number(date.slice(11, 13)) >= eveningHour;

function daysOf(holiday: SourceHoliday, replacedBy: string | null): Proposal[] {
  const kind = kinds[holiday.type];
  if (kind === undefined || isEvening(holiday)) return [];
  const isHalfDay = holiday.minutes <= maxHalfMinutes;
  const from = dayNumber(firstDay(holiday));
  // A feast that begins in the evening ends within a day: that partial day is no holiday.
  const count = Math.max(1, Math.floor(holiday.minutes / dayMinutes));
  const mayMove = islamicMonth.test(holiday.rule);
  const name = holiday.name.slice(0, longestName);
  return Array.from({ length: count }, (_, day) => {
    return { date: dayText(from + day), name, isHalfDay, kind, replacedBy, mayMove };
  });
}

/** Merges the holidays of one day: all names, the longest duration and the most general kind. */
function oneOf(same: readonly Proposal[]): Proposal {
  const [first, ...others] = [...same].sort(
    (a, b) => proposalKinds.indexOf(a.kind) - proposalKinds.indexOf(b.kind),
  ) as [Proposal, ...Proposal[]];
  const names = [...new Set([first, ...others].map(({ name }) => name))].join(" / ");
  return {
    ...first,
    name: names.length > longestName ? first.name : names,
    isHalfDay: same.every(({ isHalfDay }) => isHalfDay),
    replacedBy: same.every(({ replacedBy }) => replacedBy !== null) ? first.replacedBy : null,
    mayMove: same.some(({ mayMove }) => mayMove),
  };
}
