"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import type { FieldMessage, Reading } from "@/app/_resource/read-by";
import { useDraft } from "@/app/_resource/use-draft";
import { errorOf } from "@/app/_trpc/error-of";
import { leaveIfSignedOut } from "@/app/_trpc/leave-when-signed-out";
import type { ShownError } from "@/app/_ui/error-panel";
import { useToast } from "@/app/_ui/toast";
import { shownError } from "@/app/(web)/dashboard/shown-error";

type TextField<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values];

export interface Form<Values> {
  values: Values;
  change(part: Partial<Values>): void;
  /** As `change`, where what was touched lies deeper: messages at these paths go. */
  changeAt(touched: readonly string[], next: (before: Values) => Values): void;
  /** For the control of a field of text. */
  bind(name: TextField<Values>): { value: string; onChange(event: { target: { value: string } }): void };
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

type Rules<Values, Output> = {
  /** Looks at what was filled in. May wait for rules that are loaded when they are needed: they are not part of the page. */
  read: (values: Values) => Reading<Output> | Promise<Reading<Output>>;
  /** The form's field of a path in the API's error; null when there is none. */
  fieldOf: (path: string, values: Values) => string | null;
  /** What an error without fields says of one, such as a conflict. */
  faultsOf?: (error: unknown) => FieldMessage[];
  /** What the server says of a path, in the form's words. */
  wordsOf?: (path: string, message: string) => string;
  /** Sends what was read; what it throws is shown at its field. */
  save: (output: Output) => Promise<unknown>;
  /** The id of a field's control. */
  idOf: (path: string) => string;
  /** After saving it is empty again: it holds a secret. */
  isForgotten?: boolean;
  /** What is wrong with what it starts with. */
  given?: FieldMessage[] | undefined;
};

/** A message stays until its field or something inside it changes. */
const isTouched = (path: string, touched: readonly string[]): boolean =>
  touched.some((name) => path === name || path.startsWith(`${name}.`));

/** A version of this page that has been replaced meanwhile may have had other fields; a form that starts without any may get any. */
const hasFieldsOf = (start: object, draft: object): boolean =>
  Object.keys(start).length === 0 || Object.keys(draft).sort().join() === Object.keys(start).sort().join();

/** The state of a form: values, what is wrong with them, and saving. */
export function useForm<Values extends object, Output = Values>(
  start: Values,
  {
    read,
    fieldOf,
    faultsOf = () => [],
    wordsOf = (_, message) => message,
    save,
    idOf,
    isForgotten = false,
    given = [],
  }: Rules<Values, Output>,
): Form<Values> {
  const t = useTranslations("common");
  const toast = useToast();
  const [values, setValues] = useState(start);
  const [messages, setMessages] = useState<FieldMessage[]>(given);
  const [failure, setFailure] = useState<ShownError | null>(null);
  const [isSaving, setSaving] = useState(false);
  /** What is stored, as far as this form knows. */
  const [saved, setSaved] = useState(start);

  const isDirty = JSON.stringify(values) !== JSON.stringify(saved);
  useDraft<Values>(idOf(""), isDirty && !isForgotten ? values : undefined, (draft) => {
    if (!hasFieldsOf(start, draft)) return;
    setValues(draft);
    toast.success(t("draftRestored"));
  });

  const show = (found: FieldMessage[]): boolean => {
    setMessages(found);
    const [first] = found;
    // After React has drawn the messages.
    if (first) requestAnimationFrame(() => document.getElementById(idOf(first.path))?.focus());
    return found.length > 0;
  };
  const ofServer = (error: unknown): FieldMessage[] => {
    const found = new Map<string, string>();
    for (const { path, message } of errorOf(error)?.details?.fields ?? []) {
      const field = fieldOf(path, values);
      if (field !== null) found.set(field, wordsOf(path, message));
    }
    return [...[...found].map(([path, message]) => ({ path, message })), ...faultsOf(error)];
  };
  const changeAt: Form<Values>["changeAt"] = (touched, next) => {
    setValues(next);
    setMessages((before) => before.filter(({ path }) => !isTouched(path, touched)));
  };
  const change = (part: Partial<Values>) => changeAt(Object.keys(part), (before) => ({ ...before, ...part }));
  const send = async () => {
    setFailure(null);
    setSaving(true);
    try {
      const reading = await read(values);
      if ("faults" in reading) return void show(reading.faults);
      setMessages([]);
      await save(reading.output);
      setSaved(isForgotten ? start : values);
      if (isForgotten) setValues(start);
    } catch (error) {
      if (leaveIfSignedOut(error)) return;
      if (!show(ofServer(error))) setFailure(shownError(error));
    } finally {
      setSaving(false);
    }
  };
  return {
    values,
    change,
    changeAt,
    bind: (name) => ({
      value: String(values[name]),
      onChange: ({ target }) => changeAt([String(name)], (before) => ({ ...before, [name]: target.value })),
    }),
    errorAt: (path) => messages.find((one) => one.path === path)?.message,
    summary: messages.map(({ path, message }) => ({ fieldId: idOf(path), message })),
    failure,
    isDirty,
    isSaving,
    submit: (event) => {
      event.preventDefault();
      // A form inside a dialog: React would hand this on to a form around it, too.
      event.stopPropagation();
      if (!isSaving) void send();
    },
  };
}

/** The field that an API path begins with, if the form has it. */
export const fieldAmong =
  (fields: readonly string[]) =>
  (path: string): string | null =>
    fields.find((name) => name === path.split(".")[0]) ?? null;
