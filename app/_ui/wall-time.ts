/** What clocks of a zone show, as if they were UTC; in milliseconds. */
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

/** `YYYY-MM-DDTHH:MM` as clocks of the zone show it, the way the browser's control wants it. */
export const wallText = (at: Date, timeZone: string): string =>
  new Date(wallOf(at.getTime(), timeZone)).toISOString().slice(0, 16);

/** The moment at which clocks of the zone show this. Of one that occurs twice it is the first. */
export function momentOf(text: string, timeZone: string): Date | null {
  const wall = Date.parse(`${text}Z`);
  if (Number.isNaN(wall)) return null;
  const offsetAt = (at: number) => wallOf(at, timeZone) - at;
  // A day on either side clocks have certainly changed, if they change at all.
  const offsets = [offsetAt(wall - 86_400_000), offsetAt(wall + 86_400_000)];
  const fitting = offsets.map((offset) => wall - offset).filter((at) => at + offsetAt(at) === wall);
  const skipped = wall - (offsets[0] ?? 0);
  return new Date(fitting.length > 0 ? Math.min(...fitting) : skipped);
}
