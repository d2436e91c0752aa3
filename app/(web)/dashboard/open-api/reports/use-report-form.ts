"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { errorOf } from "@/app/_trpc/error-of";
import type { ShownError } from "@/app/_ui/error-panel";
import { fieldId } from "@/app/(web)/dashboard/open-api/notifications/form-faults";
import { faultsOf, fieldOf, type ReportValues } from "@/app/(web)/dashboard/open-api/reports/form-values";
import { shownError } from "@/app/(web)/dashboard/shown-error";

type Path = keyof ReportValues;
interface FieldMessage {
  path: Path;
  message: string;
}

export interface ReportFormState {
  values: ReportValues;
  change(part: Partial<ReportValues>): void;
  /** What stands at a field. */
  errorAt(path: Path): string | undefined;
  /** Every message with the control that it belongs to, in the order of the page. */
  summary: { fieldId: string; message: string }[];
  /** An error that belongs to no field. */
  failure: ShownError | null;
  isDirty: boolean;
  isSaving: boolean;
  submit(event: FormEvent): void;
}

const serverMessages = (error: unknown): FieldMessage[] =>
  (errorOf(error)?.details?.fields ?? []).flatMap(({ path, message }) => {
    const field = fieldOf(path);
    return field === null ? [] : [{ path: field, message }];
  });

/**
 * The state of the form: values, what is wrong with them, and saving.
 * @param mustName a location admin's report names locations
 * @param save sends what was filled in; what it throws is shown at its field
 */
export function useReportForm(
  start: ReportValues,
  mustName: boolean,
  save: (values: ReportValues) => Promise<unknown>,
): ReportFormState {
  const t = useTranslations("reports.faults");
  const [values, setValues] = useState(start);
  const [messages, setMessages] = useState<FieldMessage[]>([]);
  const [failure, setFailure] = useState<ShownError | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [saved, setSaved] = useState(start);

  const show = (found: FieldMessage[]): boolean => {
    setMessages(found);
    const [first] = found;
    // After React has drawn the messages.
    if (first) requestAnimationFrame(() => document.getElementById(fieldId(first.path))?.focus());
    return found.length > 0;
  };
  const change = (part: Partial<ReportValues>) => {
    setValues((before) => ({ ...before, ...part }));
    const changed = Object.keys(part);
    // What another frequency needs is not known to be wrong.
    setMessages((before) => before.filter(({ path }) => !part.frequency && !changed.includes(path)));
  };
  const send = async () => {
    setSaving(true);
    try {
      await save(values);
      setSaved(values);
    } catch (error) {
      if (!show(serverMessages(error))) setFailure(shownError(error));
    } finally {
      setSaving(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    setFailure(null);
    if (!show(faultsOf(values, mustName).map(({ path, key }) => ({ path, message: t(key) })))) void send();
  };
  return {
    values,
    change,
    errorAt: (path) => messages.find((one) => one.path === path)?.message,
    summary: messages.map(({ path, message }) => ({ fieldId: fieldId(path), message })),
    failure,
    isDirty: JSON.stringify(values) !== JSON.stringify(saved),
    isSaving,
    submit,
  };
}
