import type { inferRouterOutputs } from "@trpc/server";
import { clockTime } from "@/app/_ui/clock-time";
import type { AppRouter } from "@/server/api/trpc";
import { isCalendarDate } from "@/server/kernel/text-rules";

type Outputs = inferRouterOutputs<AppRouter>["workPatterns"];
export type GivenPatterns = Outputs["get"];
export type Pattern = GivenPatterns["patterns"][number];
export type PatternEffect = Outputs["preview"];

/** Weekdays as a week of the location begins, 0 Sunday. */
export const weekdaysFrom = (first: number): number[] =>
  Array.from({ length: 7 }, (_, at) => (first + at) % 7);

/** Minutes of each weekday of a location's own week, as a pattern has them. */
export const minutesOfLocation = ({ workWeek, hoursPerDay }: GivenPatterns["location"]): number[][] =>
  Array.from({ length: 7 }, (_, day) => [workWeek.includes(day) ? Math.round(hoursPerDay * 60) : 0]);

/** `8:00`; empty for none. */
export const hoursText = (minutes: number): string =>
  minutes === 0 ? "" : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;

/** Minutes of a length as it was typed; null for what is none. */
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

/** Where the form begins: as the person works now. */
export function startOf({ patterns, today, location }: GivenPatterns): PatternValues {
  const now = patterns.find(({ from }) => from <= today);
  const minutes = now?.minutes ?? minutesOfLocation(location);
  return {
    from: "",
    kind: now?.minutes?.[0]?.length === 2 ? "two" : "one",
    hours: minutes.map((list) => [0, 1].map((week) => hoursText(list[week % list.length] ?? 0))),
  };
}

/** Where it begins for people of whom each may work otherwise. */
export const startOfMany: PatternValues = {
  from: "",
  kind: "one",
  hours: Array.from({ length: 7 }, (_, day) => Array(2).fill(day === 0 || day === 6 ? "" : "8:00")),
};

/** A pattern as it is sent. */
export interface PatternInput {
  from: string;
  minutes: number[][] | null;
}

/** What the form says; null while something of it is missing or wrong. */
export function patternOf({ from, kind, hours }: PatternValues): PatternInput | null {
  if (!isCalendarDate(from)) return null;
  if (kind === "location") return { from, minutes: null };
  const lists = hours.map((day) => day.slice(0, kind === "two" ? 2 : 1).map(minutesOfText));
  const minutes = lists.map((list) => list.filter((one) => one !== null));
  if (lists.flat().includes(null) || minutes.flat().every((one) => one === 0)) return null;
  return { from, minutes };
}
