import type { inferRouterOutputs } from "@trpc/server";
import { timeOfDay } from "@/app/_kit/ui/clock-time";
import type { RequestFormValues } from "@/app/(app)/dashboard/(leave)/request/form-values";
import type { DayPart, EndPart, StartPart } from "@/drizzle/schema/values";
import type { AppRouter } from "@/server/api/trpc";
import { isCalendarDate } from "@/server/kernel/time/date-range";

type Outputs = inferRouterOutputs<AppRouter>["leaves"];
export type RequestTerms = Outputs["terms"];
export type LeavePreview = Outputs["preview"];
export type WantedLeave = NonNullable<ReturnType<typeof leaveOfForm>>;

const minutesOf = (text: string): number | null => {
  const [hours, minutes] = (timeOfDay(text) ?? "").split(":").map(Number);
  return hours === undefined || minutes === undefined ? null : hours * 60 + minutes;
};

/** Formats minutes from midnight as `HH:MM`. */
const clock = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

function minutes({ startTime, endTime }: RequestFormValues) {
  const [from, to] = [minutesOf(startTime), minutesOf(endTime)];
  return from === null || to === null || to <= from ? null : { from, to };
}

export type Ends = Pick<RequestFormValues, "startDate" | "endDate" | "startPart" | "endPart">;

/** Whether the form is for one day: an empty last day follows the first. */
export const isOneDay = ({ startDate, endDate }: Pick<Ends, "startDate" | "endDate">): boolean =>
  endDate === "" || startDate === endDate;

/** The part of the only day, which is chosen at the first day; two halves of a longer leave are none of one day. */
export function partOfDay({ startPart, endPart }: Pick<Ends, "startPart" | "endPart">): DayPart {
  if (startPart === endPart) return startPart;
  if (endPart === "MORNING" && startPart === "FULL_DAY") return endPart;
  return startPart === "AFTERNOON" && endPart === "FULL_DAY" ? startPart : "FULL_DAY";
}

/** A longer leave begins with a whole day or an afternoon, and ends with a whole day or a morning. */
export const partsOfDays = ({
  startPart,
  endPart,
}: Pick<Ends, "startPart" | "endPart">): { startPart: StartPart; endPart: EndPart } => ({
  startPart: startPart === "AFTERNOON" ? startPart : "FULL_DAY",
  endPart: endPart === "MORNING" ? endPart : "FULL_DAY",
});

/** The chosen parts; of one day, both name the same. */
export function partsOf(values: Ends): { startPart: DayPart; endPart: DayPart } {
  if (!isOneDay(values)) return partsOfDays(values);
  const part = partOfDay(values);
  return { startPart: part, endPart: part };
}

/** The leave in the form; null while incomplete. */
export function leaveOfForm(values: RequestFormValues) {
  const { leaveTypeId, startDate, endDate, part } = values;
  if (!leaveTypeId || !isCalendarDate(startDate) || !isCalendarDate(endDate) || endDate < startDate)
    return null;
  const reason = values.reason.trim() || null;
  const overrideReason = values.overrideReason.trim();
  const whole = { leaveTypeId, startDate, endDate, reason, ...(overrideReason && { overrideReason }) };
  if (part === "day") return { ...whole, isFullDayLeave: true, ...partsOf(values) };
  const time = minutes(values);
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
  | "leaveTypeId"
  | "startDate"
  | "endDate"
  | "isFullDayLeave"
  | "startMinutes"
  | "endMinutes"
  | "startPart"
  | "endPart"
  | "reason"
>;

/** The form values of an existing leave. */
export function formOfLeave(leave: Booked): RequestFormValues {
  const { startMinutes: from, endMinutes: to, isFullDayLeave } = leave;
  return {
    leaveTypeId: leave.leaveTypeId ?? "",
    startDate: leave.startDate,
    endDate: leave.endDate,
    part: isFullDayLeave ? "day" : "hours",
    startPart: leave.startPart,
    endPart: leave.endPart,
    startTime: isFullDayLeave ? "" : clock(from),
    endTime: isFullDayLeave ? "" : clock(to),
    reason: leave.reason ?? "",
    overrideReason: "",
  };
}
