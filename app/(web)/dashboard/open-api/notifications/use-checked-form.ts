"use client";

import { type FormEvent, useState } from "react";
import { errorOf } from "@/app/_trpc/error-of";
import type { ShownError } from "@/app/_ui/error-panel";
import { fieldId } from "@/app/(web)/dashboard/open-api/notifications/form-faults";
import { shownError } from "@/app/(web)/dashboard/shown-error";

interface FieldMessage {
  path: string;
  message: string;
}

export interface CheckedForm<Values> {
  values: Values;
  change(part: Partial<Values>): void;
  /** As `change`, where what was touched lies deeper: messages at these paths go. */
  changeAt(touched: readonly string[], next: (before: Values) => Values): void;
  /** What stands at a field. */
  errorAt(path: string): string | undefined;
  /** Every message with the control that it belongs to, in the order of the page. */
  summary: { fieldId: string; message: string }[];
  /** An error that belongs to no field. */
  failure: ShownError | null;
  isDirty: boolean;
  isSaving: boolean;
  submit(event: FormEvent): void;
}

type Checks<Values> = {
  /** What is plainly wrong, in the order of the page. */
  faultsOf: (values: Values) => FieldMessage[];
  /** The form's field of a path in the API's error; null when there is none. */
  fieldOf: (path: string, values: Values) => string | null;
  /** Sends what was filled in; what it throws is shown at its field. */
  save: (values: Values) => Promise<unknown>;
};

/** A message stays until its field or something inside it changes. */
const isTouched = (path: string, touched: readonly string[]): boolean =>
  touched.some((name) => path === name || path.startsWith(`${name}.`));

/** After React has drawn the messages. */
const focusSoon = (path: string): void => {
  requestAnimationFrame(() => document.getElementById(fieldId(path))?.focus());
};

/** The state of a form: values, what is wrong with them, and saving. */
export function useCheckedForm<Values extends { frequency: string }>(
  start: Values,
  { faultsOf, fieldOf, save }: Checks<Values>,
): CheckedForm<Values> {
  const [values, setValues] = useState(start);
  const [messages, setMessages] = useState<FieldMessage[]>([]);
  const [failure, setFailure] = useState<ShownError | null>(null);
  const [isSaving, setSaving] = useState(false);
  /** What is stored, as far as this form knows. */
  const [saved, setSaved] = useState(start);

  const show = (found: FieldMessage[]): boolean => {
    setMessages(found);
    const [first] = found;
    if (first) focusSoon(first.path);
    return found.length > 0;
  };
  const ofServer = (error: unknown): FieldMessage[] =>
    (errorOf(error)?.details?.fields ?? []).flatMap(({ path, message }) => {
      const field = fieldOf(path.replace(/^(?:notification|report|patch)\./, ""), values);
      return field === null ? [] : [{ path: field, message }];
    });
  const changeAt: CheckedForm<Values>["changeAt"] = (touched, next) => {
    setValues(next);
    setMessages((before) => before.filter(({ path }) => !isTouched(path, touched)));
  };
  const change = (part: Partial<Values>) =>
    // What another frequency needs is not known to be wrong.
    changeAt(Object.keys(part.frequency ? values : part), (before) => ({ ...before, ...part }));
  const send = async () => {
    setSaving(true);
    try {
      await save(values);
      setSaved(values);
    } catch (error) {
      if (!show(ofServer(error))) setFailure(shownError(error));
    } finally {
      setSaving(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    setFailure(null);
    if (!show(faultsOf(values))) void send();
  };
  return {
    values,
    change,
    changeAt,
    errorAt: (path) => messages.find((one) => one.path === path)?.message,
    summary: messages.map(({ path, message }) => ({ fieldId: fieldId(path), message })),
    failure,
    isDirty: JSON.stringify(values) !== JSON.stringify(saved),
    isSaving,
    submit,
  };
}
