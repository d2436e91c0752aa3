import { Temporal } from "temporal-polyfill";
import { type DayNumber, dayNumber, dayText } from "./calendar-date";

const dayMs = 86_400_000;

/** The version of the time zone data from which instants are computed: another version requires computing them again. */
export const zoneDataVersion = (): string => process.versions.tz ?? "unknown";

/**
 * The instant of a local time. A time that daylight saving skips becomes the first instant after the gap; a time that occurs twice becomes
 * the first of the two instants (decision 9).
 * @param timezone IANA name
 */
export function instantOf(day: DayNumber, hour: number, minute: number, timezone: string): Date {
  const wall = Temporal.PlainDateTime.from(`${dayText(day)}T00:00`).with({ hour, minute });
  const shown = wall.toZonedDateTime(timezone, { disambiguation: "compatible" });
  if (shown.toPlainDateTime().equals(wall)) return new Date(shown.epochMilliseconds);
  // `compatible` moves the time forward by the length of the gap, `earlier` back by as much: the clock change lies between the two.
  const before = wall.toZonedDateTime(timezone, { disambiguation: "earlier" });
  return new Date((before.getTimeZoneTransition("next") ?? shown).epochMilliseconds);
}

/** The UTC offset of a zone on a day, in milliseconds ahead of UTC; null when clocks change on that day. */
const offsets = new Map<string, number | null>();
const maxOffsets = 20_000;
const offsetOf = (day: DayNumber, timezone: string): number | null => {
  const key = `${timezone} ${day}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    const [start, end] = [instantOf(day, 0, 0, timezone), instantOf(day + 1, 0, 0, timezone)];
    offset = end.getTime() - start.getTime() === dayMs ? day * dayMs - start.getTime() : null;
    if (offsets.size >= maxOffsets) offsets.clear();
    offsets.set(key, offset);
  }
  return offset;
};

/** `instantOf` for many times. On most days clocks do not change, so that one offset per day serves all times. */
export function instantsOf(
  day: DayNumber,
  times: readonly { hour: number; minute: number }[],
  timezone: string,
): Date[] {
  const offset = offsetOf(day, timezone);
  return times.map(({ hour, minute }) =>
    offset === null
      ? instantOf(day, hour, minute, timezone)
      : new Date(day * dayMs - offset + (hour * 60 + minute) * 60_000),
  );
}

/** Whether a zone has this date: Samoa had no 30 December 2011. */
export const hasDate = (day: DayNumber, timezone: string): boolean =>
  dayNumber(Temporal.PlainDate.from(dayText(day)).toZonedDateTime(timezone).toPlainDate().toString()) === day;

/** The UTC offset of a zone at an instant, in minutes ahead of UTC. */
export const offsetMinutes = (at: Date, timezone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone).offsetNanoseconds / 6e10;
