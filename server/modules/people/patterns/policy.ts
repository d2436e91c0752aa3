import { type DayNumber, dayNumber, dayText, weekStart } from "@/server/kernel/time/calendar-date";
import type { StoredPattern } from "@/server/modules/leave/calendars/read-patterns";
import type { WorkPatternCreate } from "./schema";

export interface Pattern extends StoredPattern {
  id: string;
}

/** The stored form of a new pattern: its weeks start like those of the person's location. */
export const storedPattern = (
  { from, minutes }: WorkPatternCreate,
  firstDayOfWeek: number,
): StoredPattern => ({
  startsOn: from,
  cycleStart: dayText(weekStart(dayNumber(from), firstDayOfWeek)),
  minutes,
});

/** A change to a person's patterns. */
export type PatternChange =
  | { add: StoredPattern; deletes?: undefined }
  | { deletes: string; add?: undefined };

/** A person's patterns after a change. A new one replaces one with the same first day. */
export interface ChangedPatterns {
  patterns: StoredPattern[];
  /** The removed patterns. */
  gone: Pattern[];
  /** The first day that may differ. */
  from: DayNumber;
}

/** @returns null when the pattern to delete does not exist */
export function changedBy(change: PatternChange, before: readonly Pattern[]): ChangedPatterns | null {
  const isGone = ({ id, startsOn }: Pattern): boolean =>
    change.add ? startsOn === change.add.startsOn : id === change.deletes;
  const gone = before.filter(isGone);
  const startsOn = change.add?.startsOn ?? gone[0]?.startsOn;
  if (startsOn === undefined) return null;
  const kept: StoredPattern[] = before.filter((pattern) => !isGone(pattern));
  const patterns = change.add ? [...kept, change.add] : kept;
  patterns.sort((a, b) => (a.startsOn < b.startsOn ? -1 : 1));
  return { patterns, gone, from: dayNumber(startsOn) };
}

/** More than anyone has in a working life. */
export const maxPatterns = 100;
