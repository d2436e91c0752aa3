"use client";

import type { FieldMessage } from "@/app/_kit/form/read-by";
import { type Form, useForm } from "@/app/_kit/form/use-form";
import { fieldId } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/form-faults";

export type CheckedForm<Values> = Form<Values>;

type Checks<Values> = {
  /** Obvious faults, in the order of the page. */
  faultsOf: (values: Values) => FieldMessage[];
  /** The form field for a path in an API error; null when there is none. */
  fieldOf: (path: string, values: Values) => string | null;
  /** Submits the form. Errors that it throws are shown at their fields. */
  save: (values: Values) => Promise<unknown>;
};

/** The form of a scheduled notification or report. */
export function useCheckedForm<Values extends { frequency: string }>(
  start: Values,
  { faultsOf, fieldOf, save }: Checks<Values>,
): CheckedForm<Values> {
  const form = useForm<Values>(start, {
    read: (values) => {
      const faults = faultsOf(values);
      return faults.length > 0 ? { faults } : { output: values };
    },
    fieldOf: (path, values) => fieldOf(path.replace(/^(?:notification|report|patch)\./, ""), values),
    save,
    idOf: fieldId,
  });
  const change = (part: Partial<Values>) =>
    // After a change of frequency, the faults of all fields are cleared: the new fields were not validated yet.
    form.changeAt(Object.keys(part.frequency ? form.values : part), (before) => ({ ...before, ...part }));
  return { ...form, change };
}
