"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { DayFields } from "@/app/_kit/form/day-fields";
import { LeaveGuard } from "@/app/_kit/form/leave-guard";
import { readBy } from "@/app/_kit/form/read-by";
import { useAttempt } from "@/app/_kit/form/use-attempt";
import { type Form, useForm } from "@/app/_kit/form/use-form";
import { Button } from "@/app/_kit/ui/button";
import type { UseMarks } from "@/app/_kit/ui/date-marks";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { ErrorSummary } from "@/app/_kit/ui/error-summary";
import { Field } from "@/app/_kit/ui/field";
import { besideContent } from "@/app/_kit/ui/layouts";
import { Note } from "@/app/_kit/ui/note";
import { Select } from "@/app/_kit/ui/select";
import { Textarea } from "@/app/_kit/ui/textarea";
import { errorOf } from "@/app/_trpc/error-of";
import { daysAround, partsAt } from "@/app/(app)/dashboard/(leave)/request/days-around";
import { Effect } from "@/app/(app)/dashboard/(leave)/request/effect";
import { Gist } from "@/app/(app)/dashboard/(leave)/request/effect-gist";
import type { RequestFormValues } from "@/app/(app)/dashboard/(leave)/request/form-values";
import { LateLeave } from "@/app/(app)/dashboard/(leave)/request/late-leave";
import {
  type LeavePreview,
  leaveOfForm,
  type RequestTerms,
  type WantedLeave,
} from "@/app/(app)/dashboard/(leave)/request/leave-of-form";
import { PartFields } from "@/app/(app)/dashboard/(leave)/request/part-fields";
import type { PlainAnswer } from "@/app/(app)/dashboard/(leave)/request/request-fields";
import { fieldOf } from "@/app/(app)/dashboard/(leave)/request/request-fields";
import { useFaults } from "@/app/(app)/dashboard/(leave)/request/use-faults";
import { useHalfFields } from "@/app/(app)/dashboard/(leave)/request/use-half-fields";
import { useMonthMarks } from "@/app/(app)/dashboard/(leave)/request/use-month-marks";
import { type Question, usePreview } from "@/app/(app)/dashboard/(leave)/request/use-preview";
import { limits } from "@/drizzle/schema/limits";

type Name = keyof RequestFormValues;
const idOf = (name: string) => `request-${name}`;

type Props = {
  terms: RequestTerms;
  start: RequestFormValues;
  /** The owner of the leave; empty for the signed-in user. */
  name?: string;
  /** The owner's id; undefined for the signed-in user. */
  userId?: string | undefined;
  /** The preview query for a leave. */
  ask: (leave: WantedLeave) => Question;
  /** Sends the leave with an idempotency key that stays the same for the same leave. */
  send: (leave: WantedLeave, attempt: string, preview: LeavePreview | null) => Promise<void>;
  /** The version of the edited leave: another version gets another idempotency key. */
  of?: number;
  /** Called after a refusal: the terms may have changed. */
  onRefused?: () => void;
  words: { submit: string; guard: string };
  /** The way out, beside the submit button. */
  cancel: ReactNode;
  /** Above the fields. */
  children?: ReactNode;
  /** Wraps the fields. */
  Frame: (props: { children: ReactNode }) => ReactNode;
  keepsDecision?: boolean;
  effectClassName?: string;
  onDirty?: (isDirty: boolean) => void;
  /** The user already confirmed that the input is discarded. */
  isDiscarded?: boolean;
  /** The fallback without JavaScript: the action to post to, and its result. */
  plain?: { post: (form: FormData) => void; answer: PlainAnswer | null };
};

/** The request form with its preview; used in a sheet, on the page, and for editing. */
export function LeaveForm({ terms, start, name = "", userId, ask, send, words, ...rest }: Props) {
  const answer = rest.plain?.answer ?? null;
  const t = useTranslations("leaves");
  const rules = useTranslations("leaves.form");
  const attemptOf = useAttempt();
  const [done, setDone] = useState(false);
  // Keeps the names of types that were offered when the form opened.
  const [offered] = useState(() => new Map(terms.types.map(({ id, name: type }) => [id, type])));
  const faults = useFaults(name);

  const save = async (filled: RequestFormValues) => {
    const leave = leaveOfForm(filled);
    if (!leave) return;
    try {
      // The version of an earlier question's rules says nothing about this one's.
      await send(leave, attemptOf([ask(leave), rest.of]), state === "shown" ? preview : null);
    } catch (error) {
      rest.onRefused?.();
      again();
      throw error;
    }
    setDone(true);
  };
  const form = useForm<RequestFormValues>(start, {
    read: async (values) => {
      const { requestForm } = await import("@/app/(app)/dashboard/(leave)/request/form-values");
      const needReason = new Set(terms.types.filter((type) => type.reasonRequired).map(({ id }) => id));
      return readBy(requestForm(rules, needReason), values);
    },
    fieldOf,
    faultsOf: (error) =>
      isBroken(error) && preview?.mayOverride
        ? [{ path: "overrideReason", message: t("rules.overrideMissing") }]
        : faults.ofError(error, preview),
    save,
    idOf,
    given: answer?.faults,
  });
  const { values } = form;
  const useMarks: UseMarks = (month) => useMonthMarks(userId, values.leaveTypeId, month);
  // The rules only need to know whether there is a reason: its text stays out of URLs and logs.
  const reason = values.reason.trim() ? "-" : "";
  const leave = leaveOfForm({ ...values, reason, overrideReason: "" });
  const { refused, again, ...asked } = usePreview(leave && ask(leave));
  const posted = asked.preview === null && asked.state === "loading" ? answer?.preview : null;
  const { preview, state } = posted ? { preview: posted, state: "shown" as const } : asked;
  const found = preview ? faults.ofPreview(preview) : faults.ofFields(refused);
  // A missing reason is no fault yet, and a stale fault may be fixed already.
  const live = state === "shown" || state === "refused" ? found.filter(({ path }) => path !== "reason") : [];
  const errorAt = (field: Name) =>
    form.errorAt(field) ?? live.find(({ path }) => fieldOf(path, values) === field)?.message;
  const isDirty = form.isDirty && !done;
  const { onDirty } = rest;
  useEffect(() => onDirty?.(isDirty), [onDirty, isDirty]);

  const type = terms.types.find(({ id }) => id === values.leaveTypeId);
  const halves = useHalfFields({ form, type, errorAt, idOf });
  // Leave types depend on the owner.
  const [of, setOf] = useState(name);
  if (of !== name) {
    setOf(name);
    if (!type) form.change({ leaveTypeId: terms.types[0]?.id ?? "" });
  }
  const gone = !type && values.leaveTypeId;
  const options = terms.types.map(({ id, name: label }) => ({ value: id, label }));
  if (gone) options.push({ value: gone, label: t("form.typeGone", { name: offered.get(gone) ?? "" }) });
  const failure = form.failure ?? answer?.problem;
  const { Frame } = rest;
  return (
    <div className={besideContent}>
      <Frame>
        <form action={rest.plain?.post} onSubmit={form.submit} noValidate className="flex flex-col gap-5">
          {answer ? (
            <>
              <input type="hidden" name="seen" value={answer.seen} />
              <input type="hidden" name="attempt" value={answer.attempt} />
            </>
          ) : null}
          <ErrorSummary errors={form.summary} />
          {rest.children}
          <Field
            id={idOf("leaveTypeId")}
            label={t("form.type")}
            error={errorAt("leaveTypeId")}
            required
            className="sm:max-w-96"
          >
            <Select {...form.bind("leaveTypeId")} name="leaveTypeId" options={options} />
          </Field>
          <DayFields
            values={values}
            change={form.change}
            errorAt={errorAt}
            idOf={idOf}
            labels={{ startDate: t("form.from"), endDate: t("form.to") }}
            useMarks={useMarks}
            pastDays={30}
            below={halves}
          />
          <LateLeave {...{ userId, values, preview }} />
          <PartFields form={form} type={type} errorAt={errorAt} idOf={idOf} />
          <Field
            id={idOf("reason")}
            label={t("form.reason")}
            help={t("form.reasonHelp")}
            error={errorAt("reason")}
            optional={!type?.reasonRequired}
            required={type?.reasonRequired ?? false}
          >
            <Textarea {...form.bind("reason")} name="reason" maxLength={limits.reason} />
          </Field>
          <OverrideField form={form} isAsked={preview?.mayOverride} error={errorAt("overrideReason")} />
          {failure ? <ErrorPanel error={failure} /> : null}
          {rest.plain ? (
            <noscript>
              <Note tone={answer?.seen && live.length === 0 ? "warning" : "info"}>
                {t(answer?.seen && found.length === 0 ? "form.plain.seen" : "form.plain.first")}
              </Note>
            </noscript>
          ) : null}
          <Gist preview={preview} state={state} keepsDecision={rest.keepsDecision} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" pending={form.isSaving || done}>
              {words.submit}
            </Button>
            {rest.cancel}
          </div>
          <LeaveGuard active={isDirty && !rest.isDiscarded} title={words.guard} />
        </form>
      </Frame>
      <Effect
        preview={preview}
        faults={found}
        state={state}
        keepsDecision={rest.keepsDecision}
        className={rest.effectClassName}
        parts={daysAround(preview)}
        onPart={(days) => form.change({ ...partsAt(values, days), ...days })}
      />
    </div>
  );
}

const isBroken = (error: unknown): boolean => errorOf(error)?.code === "LEAVE_RULE_BROKEN";

type OverrideProps = {
  form: Form<RequestFormValues>;
  isAsked: boolean | undefined;
  error: string | undefined;
};

/** Why someone goes ahead in spite of a leave rule that refuses; only for those who may. */
function OverrideField({ form, isAsked, error }: OverrideProps) {
  const t = useTranslations("leaves.rules");
  if (!isAsked && !form.values.overrideReason) return null;
  return (
    <Field
      id={idOf("overrideReason")}
      label={t("overrideReason")}
      help={t("overrideHelp")}
      error={error}
      required
    >
      <Textarea {...form.bind("overrideReason")} name="overrideReason" maxLength={limits.reason} />
    </Field>
  );
}
