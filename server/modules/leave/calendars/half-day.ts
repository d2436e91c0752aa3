/** The start of a working day is unknown; half days are counted from here. */
const dayStart = 9 * 60;

/** The minutes from midnight of one half of a day of this length. */
export function halfDay(part: "first" | "second", length: number): { from: number; to: number } {
  const half = Math.round(length / 2);
  const from = Math.min(dayStart, 24 * 60 - 2 * half);
  return part === "first" ? { from, to: from + half } : { from: from + half, to: from + 2 * half };
}
