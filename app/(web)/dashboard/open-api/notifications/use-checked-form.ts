"use client";

import type { FieldMessage } from "@/app/_resource/read-by";
import { type Form, useForm } from "@/app/_resource/use-form";
import { fieldId } from "@/app/(web)/dashboard/open-api/notifications/form-faults";

export type CheckedForm<Values> = Form<Values>;

type Checks<Values> = {
  /** What is plainly wrong, in the order of the page. */
  faultsOf: (values: Values) => FieldMessage[];
  /** The form's field of a path in the API's error; null when there is none. */
  fieldOf: (path: string, values: Values) => string | null;
  /** Sends what was filled in; what it throws is shown at its field. */
  save: (values: Values) => Promise<unknown>;
};

/** The form of something that is sent on a schedule. */
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
    // What another frequency needs is not known to be wrong.
    form.changeAt(Object.keys(part.frequency ? form.values : part), (before) => ({ ...before, ...part }));
  return { ...form, change };
}
