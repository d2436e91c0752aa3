const written = /^(\d{1,2})(?:[:.h]?([0-5]\d))?$/;
const halves = /^(\d{1,2})(?:[:.]?([0-5]\d))?\s*([ap])\.?\s?m?\.?$/;

/**
 * A time of day on a 24-hour clock, in any typed form ("9", "9:00", "9.30", "0930"), as `HH:MM`.
 * @returns null for anything else
 */
export function clockTime(text: string): string | null {
  const [, hour, minute = "00"] =
    written.exec(
      text
        .trim()
        .toLowerCase()
        .replace(/\s*(?:uhr|h)$/, ""),
    ) ?? [];
  if (hour === undefined || Number(hour) > 23) return null;
  return `${hour.padStart(2, "0")}:${minute}`;
}

/** As `clockTime`, and also on a 12-hour clock: "2pm", "9:30 a.m.". */
export function timeOfDay(text: string): string | null {
  const [, hour, minute = "00", half] = halves.exec(text.trim().toLowerCase()) ?? [];
  if (hour === undefined) return clockTime(text);
  if (Number(hour) < 1 || Number(hour) > 12) return null;
  return `${String((Number(hour) % 12) + (half === "p" ? 12 : 0)).padStart(2, "0")}:${minute}`;
}
