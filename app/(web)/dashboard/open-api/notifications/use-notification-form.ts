"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { errorOf } from "@/app/_trpc/error-of";
import type { ShownError } from "@/app/_ui/error-panel";
import { faultsOf, fieldId, fieldOf } from "@/app/(web)/dashboard/open-api/notifications/form-faults";
import type { DestinationValues, FormValues } from "@/app/(web)/dashboard/open-api/notifications/form-values";
import { shownError } from "@/app/(web)/dashboard/shown-error";

interface FieldMessage {
  path: string;
  message: string;
}

export interface NotificationForm {
  values: FormValues;
  change(part: Partial<FormValues>): void;
  changeDestination(key: string, part: Partial<DestinationValues>): void;
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

/** A message stays until its field or something inside it changes. */
const isTouched = (path: string, changed: readonly string[]): boolean =>
  changed.some((name) => path === name || path.startsWith(`${name}.`));

/** The message of the server at the form's field; null where no field is at fault. */
function serverMessages(error: unknown, values: FormValues): FieldMessage[] {
  return (errorOf(error)?.details?.fields ?? []).flatMap(({ path, message }) => {
    const field = fieldOf(path.replace(/^(?:notification|patch)\./, ""), values);
    return field === null ? [] : [{ path: field, message }];
  });
}

/** After React has drawn the messages. */
const focusSoon = (path: string): void => {
  requestAnimationFrame(() => document.getElementById(fieldId(path))?.focus());
};

/**
 * The state of the form: values, what is wrong with them, and saving.
 * @param save sends what was filled in; what it throws is shown at its field
 */
export function useNotificationForm(
  start: FormValues,
  save: (values: FormValues) => Promise<unknown>,
): NotificationForm {
  const t = useTranslations("notifications.faults");
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
  const clear = (changed: readonly string[]) =>
    setMessages((before) => before.filter(({ path }) => !isTouched(path, changed)));
  const change = (part: Partial<FormValues>) => {
    setValues((before) => ({ ...before, ...part }));
    // What another kind needs is not known to be wrong.
    const changed = part.frequency ? Object.keys(values) : Object.keys(part);
    clear(changed);
  };
  const changeDestination = (key: string, part: Partial<DestinationValues>) => {
    const at = values.destinations.findIndex((one) => one.key === key);
    setValues((before) => ({
      ...before,
      destinations: before.destinations.map((one) => (one.key === key ? { ...one, ...part } : one)),
    }));
    const fields = Object.keys(part).map((name) => (name === "typed" ? "emails" : name));
    // Another platform has other fields.
    const changed = part.platform
      ? [`destinations.${at}`]
      : fields.map((name) => `destinations.${at}.${name}`);
    clear(changed);
  };
  const send = async () => {
    setSaving(true);
    try {
      await save(values);
      setSaved(values);
    } catch (error) {
      if (!show(serverMessages(error, values))) setFailure(shownError(error));
    } finally {
      setSaving(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    setFailure(null);
    if (!show(faultsOf(values).map(({ path, key }) => ({ path, message: t(key) })))) void send();
  };
  return {
    values,
    change,
    changeDestination,
    errorAt: (path) => messages.find((one) => one.path === path)?.message,
    summary: messages.map(({ path, message }) => ({ fieldId: fieldId(path), message })),
    failure,
    isDirty: JSON.stringify(values) !== JSON.stringify(saved),
    isSaving,
    submit,
  };
}
