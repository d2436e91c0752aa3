import type { FieldMessage } from "@/app/_kit/form/read-by";
import type { ShownError } from "@/app/_kit/ui/error-panel";
import type { RequestFormValues } from "@/app/(app)/dashboard/(leave)/request/form-values";
import type { LeavePreview } from "@/app/(app)/dashboard/(leave)/request/leave-of-form";

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
