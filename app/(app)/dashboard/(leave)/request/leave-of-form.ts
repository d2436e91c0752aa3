import type { inferRouterOutputs } from "@trpc/server";
import { dayLengthOn, type WorkDays } from "@/app/_kit/form/work-days";
import { timeOfDay } from "@/app/_kit/ui/clock-time";
import type { RequestFormValues } from "@/app/(app)/dashboard/(leave)/request/form-values";
import type { AppRouter } from "@/server/api/trpc";
import { isCalendarDate } from "@/server/kernel/time/date-range";
import { halfDay } from "@/server/modules/leave/calendars/half-day";

type Outputs = inferRouterOutputs<AppRouter>["leaves"];
export type RequestTerms = Outputs["terms"];
export type LeavePreview = Outputs["preview"];
export type WantedLeave = NonNullable<ReturnType<typeof leaveOfForm>>;

const minutesOf = (text: string): number | null => {
  const [hours, minutes] = (timeOfDay(text) ?? "").split(":").map(Number);
  return hours === undefined || minutes === undefined ? null : hours * 60 + minutes;
};

/** Formats minutes from midnight as `HH:MM`. */
export const clock = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

function minutes({ part, startDate, startTime, endTime }: RequestFormValues, days: WorkDays) {
  if (part === "first" || part === "second") return halfDay(part, dayLengthOn(days, startDate));
  const [from, to] = [minutesOf(startTime), minutesOf(endTime)];
  return from === null || to === null || to <= from ? null : { from, to };
}

/** The leave in the form; null while incomplete. */
export function leaveOfForm(values: RequestFormValues, days: WorkDays) {
  const { leaveTypeId, startDate, endDate, part } = values;
  if (!leaveTypeId || !isCalendarDate(startDate) || !isCalendarDate(endDate) || endDate < startDate)
    return null;
  const reason = values.reason.trim() || null;
  const overrideReason = values.overrideReason.trim();
  const whole = { leaveTypeId, startDate, endDate, reason, ...(overrideReason && { overrideReason }) };
  if (part === "day") return { ...whole, isFullDayLeave: true };
  const time = minutes(values, days);
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

type Booked = Pick<
  Outputs["get"],
  "leaveTypeId" | "startDate" | "endDate" | "isFullDayLeave" | "startMinutes" | "endMinutes" | "reason"
>;

/** The form values of an existing leave. */
export function formOfLeave(leave: Booked, days: WorkDays): RequestFormValues {
  const { startMinutes: from, endMinutes: to } = leave;
  const isHalf = (part: "first" | "second") => {
    const half = halfDay(part, dayLengthOn(days, leave.startDate));
    return half.from === from && half.to === to;
  };
  const part = leave.isFullDayLeave ? "day" : (["first", "second"] as const).find(isHalf);
  return {
    leaveTypeId: leave.leaveTypeId ?? "",
    startDate: leave.startDate,
    endDate: leave.endDate,
    part: part ?? "hours",
    startTime: part ? "" : clock(from),
    endTime: part ? "" : clock(to),
    reason: leave.reason ?? "",
    overrideReason: "",
  };
}
