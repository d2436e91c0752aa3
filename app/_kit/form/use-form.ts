"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { usePageErrorWords } from "@/app/_i18n/error-words";
import type { FieldMessage, Reading } from "@/app/_kit/form/read-by";
import { useDraft } from "@/app/_kit/form/use-draft";
import { type Fault, useFaultWords } from "@/app/_kit/form/use-fault-words";
import { shownError } from "@/app/_kit/page/shown-error";
import type { ShownError } from "@/app/_kit/ui/error-panel";
import { useToast } from "@/app/_kit/ui/toast";
import { wasCancelled } from "@/app/_trpc/cancelled-calls";
import { errorOf } from "@/app/_trpc/error-of";
import { leaveIfSignedOut } from "@/app/_trpc/leave-when-signed-out";

type TextField<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values];

export interface Form<Values> {
  values: Values;
  change(part: Partial<Values>): void;
  /** As `change`, for a change that lies deeper: clears the messages at these paths. */
  changeAt(touched: readonly string[], next: (before: Values) => Values): void;
  /** Props for the control of a text field. */
  bind(name: TextField<Values>): { value: string; onChange(event: { target: { value: string } }): void };
  /** The message at a field. */
  errorAt(path: string): string | undefined;
  /** Every message with its control, in page order. */
  summary: { fieldId: string; message: string }[];
  /** An error that belongs to no field. */
  failure: ShownError | null;
  isDirty: boolean;
  isSaving: boolean;
  submit(event: FormEvent): void;
}

type Rules<Values, Output> = {
  /** Validates the input. May wait for rules that are loaded on demand: they are not part of the page. */
  read: (values: Values) => Reading<Output> | Promise<Reading<Output>>;
  /** The form's field for a path in the API's error; null when there is none. */
  fieldOf: (path: string, values: Values) => string | null;
  /** Field messages of an error without fields, such as a conflict. */
  faultsOf?: (error: unknown) => FieldMessage[];
  /** The field at which a refusal is said, by its code, in the words that it has anywhere. */
  refusedAt?: Partial<Record<string, string>>;
  /** The server's fault at a path, in the form's words. @param words the page's words for it, which are the default */
  wordsOf?: (path: string, fault: Fault, words: string) => string;
  /** Sends the validated output; an error is shown at its field. */
  save: (output: Output) => Promise<unknown>;
  /** The id of a field's control. */
  idOf: (path: string) => string;
  /** Cleared after saving: it holds a secret. */
  isForgotten?: boolean;
  /** Errors of the initial values. */
  given?: FieldMessage[] | undefined;
};

/** A message stays until its field or something inside it changes. */
const isTouched = (path: string, touched: readonly string[]): boolean =>
  touched.some((name) => path === name || path.startsWith(`${name}.`));

/** An earlier version of this page may have had other fields; a form that starts without fields accepts any. */
const hasFieldsOf = (start: object, draft: object): boolean =>
  Object.keys(start).length === 0 || Object.keys(draft).sort().join() === Object.keys(start).sort().join();

/** The state of a form: values, their errors, and saving. */
export function useForm<Values extends object, Output = Values>(
  start: Values,
  {
    read,
    fieldOf,
    faultsOf = () => [],
    refusedAt = {},
    wordsOf,
    save,
    idOf,
    isForgotten = false,
    given = [],
  }: Rules<Values, Output>,
): Form<Values> {
  const t = useTranslations("common");
  const toast = useToast();
  const wordsOfFault = useFaultWords();
  const wordsOfError = usePageErrorWords();
  const [values, setValues] = useState(start);
  const [messages, setMessages] = useState<FieldMessage[]>(given);
  const [failure, setFailure] = useState<ShownError | null>(null);
  const [isSaving, setSaving] = useState(false);
  /** The stored values, as far as this form knows. */
  const [saved, setSaved] = useState(start);

  const isDirty = JSON.stringify(values) !== JSON.stringify(saved);
  useDraft<Values>(idOf(""), isDirty && !isForgotten ? values : undefined, (draft) => {
    if (!hasFieldsOf(start, draft)) return;
    setValues(draft);
    toast.success(t("draftRestored"));
  });

  /** The control of the first message, until it has the focus. */
  const wrong = useRef<string | null>(null);
  // After React has rendered the messages: they may open what holds the control. A frame may come before that.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each set of messages
  useEffect(() => {
    if (wrong.current) document.getElementById(wrong.current)?.focus();
    wrong.current = null;
  }, [messages]);
  const show = (found: FieldMessage[]): boolean => {
    const [first] = found;
    wrong.current = first ? idOf(first.path) : null;
    setMessages(found);
    return found.length > 0;
  };
  const ofServer = (error: unknown): FieldMessage[] => {
    const found = new Map<string, string>();
    const body = errorOf(error);
    const at = body ? refusedAt[body.code] : undefined;
    if (body && at !== undefined) found.set(at, wordsOfError(body).description ?? body.description);
    for (const { path, ...fault } of body?.details?.fields ?? []) {
      const field = fieldOf(path, values);
      const words = wordsOfFault(fault);
      if (field !== null) found.set(field, wordsOf ? wordsOf(path, fault, words) : words);
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
      if ("faults" in reading)
        return void show(
          reading.faults.map(({ path, ...fault }) => ({ path, message: wordsOfFault(fault) })),
        );
      setMessages([]);
      await save(reading.output);
      setSaved(isForgotten ? start : values);
      if (isForgotten) setValues(start);
    } catch (error) {
      if (leaveIfSignedOut(error) || wasCancelled(error)) return;
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
      // A form inside a dialog: React would pass this event on to an outer form, too.
      event.stopPropagation();
      if (!isSaving) void send();
    },
  };
}

/** The form's field that an API path begins with, if any. */
export const fieldAmong =
  (fields: readonly string[]) =>
  (path: string): string | null =>
    fields.find((name) => name === path.split(".")[0]) ?? null;
