import type { FieldMessage } from "@/app/_resource/read-by";
import type { ShownError } from "@/app/_ui/error-panel";
import type { RequestFormValues } from "@/app/(web)/dashboard/request/form-values";
import type { LeavePreview } from "@/app/(web)/dashboard/request/leave-of-form";

/** What the page shows of a form that was posted without a script. */
export interface PlainAnswer {
  values: RequestFormValues;
  faults: FieldMessage[];
  preview: LeavePreview | null;
  /** The leave that the preview is of: posted again with it, it is sent. */
  seen: string;
  /** The same for the same leave, so that it is booked once. */
  attempt: string;
  /** What belongs to no field. */
  problem: ShownError | null;
}
