import { ApiError } from "@/server/kernel/errors";
import { type FieldFault, fault } from "@/server/kernel/field-faults";
import { because } from "@/server/kernel/reasons";
import { encodeId } from "@/server/kernel/schema";
import { dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import type { Employee } from "./read-employee";

/** A person, and the last day that is closed for them. */
export type ClosedFor = Pick<Employee, "locationId" | "closedThrough">;

/** Whether a day of a person is closed. */
export const isClosed = ({ closedThrough }: ClosedFor, date: string): boolean =>
  closedThrough !== null && dayNumber(date) <= closedThrough;

/**
 * Requires that none of these days is closed for the person, whose row the caller has locked before it read them.
 * @throws ApiError PERIOD_CLOSED
 */
export function requireOpenDays(person: ClosedFor, ...dates: readonly string[]): void {
  if (dates.some((date) => isClosed(person, date))) throw periodClosed(person);
}

/** The fault of a date in closed days. */
export const daysClosed = ({ closedThrough }: ClosedFor): FieldFault =>
  fault("closed", { date: dayText(closedThrough ?? 0) });

/** The refusal of a change in closed days. */
export function periodClosed({ locationId, closedThrough }: ClosedFor): ApiError {
  const last = dayText(closedThrough ?? 0);
  return new ApiError("PERIOD_CLOSED", {
    ...because("closed", { date: last }),
    details: { locationId: encodeId("location", locationId), closedThrough: last },
  });
}
