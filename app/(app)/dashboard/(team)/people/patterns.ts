import type { inferRouterOutputs } from "@trpc/server";
import { clockTime } from "@/app/_kit/ui/clock-time";
import type { AppRouter } from "@/server/api/trpc";
import { isCalendarDate } from "@/server/kernel/time/date-range";

type Outputs = inferRouterOutputs<AppRouter>["workPatterns"];
export type GivenPatterns = Outputs["get"];
export type Pattern = GivenPatterns["patterns"][number];
export type PatternEffect = Outputs["preview"];

/** Weekdays in the order of the location's week, 0 is Sunday. */
export const weekdaysFrom = (first: number): number[] =>
  Array.from({ length: 7 }, (_, at) => (first + at) % 7);

/** Minutes of each weekday of a location's own week, in the format of a pattern. */
export const minutesOfLocation = ({ workWeek, hoursPerDay }: GivenPatterns["location"]): number[][] =>
  Array.from({ length: 7 }, (_, day) => [workWeek.includes(day) ? Math.round(hoursPerDay * 60) : 0]);

/** `8:00`; empty for none. */
export const hoursText = (minutes: number): string =>
  minutes === 0 ? "" : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;

/** `8 h 30 min`: how long a day is, not when it begins. */
export const lengthText = (minutes: number): string =>
  [
    ...(minutes >= 60 ? [`${Math.floor(minutes / 60)} h`] : []),
    ...(minutes % 60 > 0 ? [`${minutes % 60} min`] : []),
  ].join(" ");

/** Parses a duration into minutes; null if invalid. */
export function minutesOfText(text: string): number | null {
  if (text.trim() === "" || text.trim() === "0") return 0;
  const [hours, minutes] = (clockTime(text) ?? "").split(":").map(Number);
  return hours === undefined || minutes === undefined ? null : hours * 60 + minutes;
}

export interface PatternValues {
  from: string;
  kind: "one" | "two" | "location";
  /** As typed, by weekday from Sunday, of two weeks. */
  hours: string[][];
}

/** The initial form: the person's current pattern. */
export function startOf({ patterns, today, location }: GivenPatterns): PatternValues {
  const now = patterns.find(({ from }) => from <= today);
  const minutes = now?.minutes ?? minutesOfLocation(location);
  return {
    from: "",
    kind: now?.minutes?.[0]?.length === 2 ? "two" : "one",
    hours: minutes.map((list) => [0, 1].map((week) => hoursText(list[week % list.length] ?? 0))),
  };
}

/** The initial form for several people, whose patterns may differ. */
export const startOfMany: PatternValues = {
  from: "",
  kind: "one",
  hours: Array.from({ length: 7 }, (_, day) => Array(2).fill(day === 0 || day === 6 ? "" : "8:00")),
};

/** A pattern as sent to the server. */
export interface PatternInput {
  from: string;
  minutes: number[][] | null;
}

/** The pattern in the form; null while it is incomplete or invalid. */
export function patternOf({ from, kind, hours }: PatternValues): PatternInput | null {
  if (!isCalendarDate(from)) return null;
  if (kind === "location") return { from, minutes: null };
  const lists = hours.map((day) => day.slice(0, kind === "two" ? 2 : 1).map(minutesOfText));
  const minutes = lists.map((list) => list.filter((one) => one !== null));
  if (lists.flat().includes(null) || minutes.flat().every((one) => one === 0)) return null;
  return { from, minutes };
}
