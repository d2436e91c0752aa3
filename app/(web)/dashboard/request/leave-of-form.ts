import type { inferRouterOutputs } from "@trpc/server";
import { clockTime } from "@/app/_ui/clock-time";
import type { RequestFormValues } from "@/app/(web)/dashboard/request/form-values";
import type { AppRouter } from "@/server/api/trpc";

export type RequestTerms = inferRouterOutputs<AppRouter>["leaves"]["terms"];
export type LeavePreview = inferRouterOutputs<AppRouter>["leaves"]["preview"];

/** Nobody says when a working day begins; halves are counted from here. */
const dayStart = 9 * 60;

/** The minutes from midnight of a half day at a place with such days. */
export function halfDay(part: "first" | "second", hoursPerDay: number): { from: number; to: number } {
  const half = Math.round((hoursPerDay * 60) / 2);
  const from = Math.min(dayStart, 24 * 60 - 2 * half);
  return part === "first" ? { from, to: from + half } : { from: from + half, to: from + 2 * half };
}

const minutesOf = (text: string): number | null => {
  const [hours, minutes] = (clockTime(text) ?? "").split(":").map(Number);
  return hours === undefined || minutes === undefined ? null : hours * 60 + minutes;
};

function minutes({ part, startTime, endTime }: RequestFormValues, hoursPerDay: number) {
  if (part === "first" || part === "second") return halfDay(part, hoursPerDay);
  const [from, to] = [minutesOf(startTime), minutesOf(endTime)];
  return from === null || to === null || to <= from ? null : { from, to };
}

/** The leave that the form describes; null while something is missing. */
export function leaveOfForm(values: RequestFormValues, { hoursPerDay }: RequestTerms) {
  const { leaveTypeId, startDate, endDate, part } = values;
  if (!leaveTypeId || !startDate || !endDate || endDate < startDate) return null;
  const reason = values.reason.trim() || null;
  const whole = { leaveTypeId, startDate, endDate, reason };
  if (part === "day") return { ...whole, isFullDayLeave: true };
  const time = minutes(values, hoursPerDay);
  if (!time) return null;
  return {
    ...whole,
    isFullDayLeave: false,
    startHour: Math.floor(time.from / 60),
    startMinute: time.from % 60,
    endHour: Math.floor(time.to / 60),
    endMinute: time.to % 60,
  };
}
