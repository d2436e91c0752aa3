import type { FieldMessage } from "@/app/_kit/form/read-by";
import type { ShownError } from "@/app/_kit/ui/error-panel";
import type { RequestFormValues } from "@/app/(app)/dashboard/(leave)/request/form-values";
import { isOneDay, type LeavePreview } from "@/app/(app)/dashboard/(leave)/request/leave-of-form";

/** The result of a form posted without JavaScript. */
export interface PlainAnswer {
  values: RequestFormValues;
  faults: FieldMessage[];
  preview: LeavePreview | null;
  /** The leave of the preview: posting it again sends it. */
  seen: string;
  /** The same idempotency key for the same leave, so that it is booked once. */
  attempt: string;
  /** An error without a field. */
  problem: ShownError | null;
}

type Name = keyof RequestFormValues;

/** API fields mapped to the form fields that show their errors. */
const shownAt: Record<string, Name> = {
  leaveTypeId: "leaveTypeId",
  startDate: "startDate",
  endDate: "endDate",
  isFullDayLeave: "part",
  startHour: "startTime",
  startMinute: "startTime",
  endHour: "endTime",
  endMinute: "endTime",
  startPart: "startPart",
  endPart: "endPart",
  reason: "reason",
  overrideReason: "overrideReason",
};

/** The field that shows a fault. The part of a single day is chosen at the first day. */
export const fieldOf = (
  path: string,
  values: Pick<RequestFormValues, "startDate" | "endDate">,
): Name | null => {
  const name = shownAt[path];
  return name === "endPart" && isOneDay(values) ? "startPart" : (name ?? null);
};
