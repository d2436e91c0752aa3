/** The wall clock time of a zone, as if it were UTC; in milliseconds. */
function wallOf(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((candidate) => candidate.type === type)?.value);
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}

/** `YYYY-MM-DDTHH:MM` on the zone's clocks, in the format of the native control. */
export const wallText = (at: Date, timeZone: string): string =>
  new Date(wallOf(at.getTime(), timeZone)).toISOString().slice(0, 16);

/** The instant at which the zone's clocks show this time. Of a time that occurs twice, the first. */
export function momentOf(text: string, timeZone: string): Date | null {
  const wall = Date.parse(`${text}Z`);
  if (Number.isNaN(wall)) return null;
  const offsetAt = (at: number) => wallOf(at, timeZone) - at;
  // A day on either side the clocks have certainly changed, if they change at all.
  const offsets = [offsetAt(wall - 86_400_000), offsetAt(wall + 86_400_000)];
  const fitting = offsets.map((offset) => wall - offset).filter((at) => at + offsetAt(at) === wall);
  const skipped = wall - (offsets[0] ?? 0);
  return new Date(fitting.length > 0 ? Math.min(...fitting) : skipped);
}
