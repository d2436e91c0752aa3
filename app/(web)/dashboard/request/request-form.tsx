"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { type FieldErrors, useForm, useWatch } from "react-hook-form";
import { useTRPCClient } from "@/app/_trpc/client";
import { errorOf } from "@/app/_trpc/error-of";
import { Button } from "@/app/_ui/button";
import { Card } from "@/app/_ui/card";
import { ErrorPanel, type ShownError } from "@/app/_ui/error-panel";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { LinkButton } from "@/app/_ui/link-button";
import { Select } from "@/app/_ui/select";
import { Textarea } from "@/app/_ui/textarea";
import { useToast } from "@/app/_ui/toast";
import { lazyResolver } from "@/app/(web)/dashboard/lazy-resolver";
import { LeaveGuard } from "@/app/(web)/dashboard/leave-guard";
import { newAttempt } from "@/app/(web)/dashboard/new-attempt";
import { paths } from "@/app/(web)/dashboard/paths";
import { Effect } from "@/app/(web)/dashboard/request/effect";
import type { RequestFormValues } from "@/app/(web)/dashboard/request/form-values";
import { leaveOfForm, type RequestTerms } from "@/app/(web)/dashboard/request/leave-of-form";
import { PartFields } from "@/app/(web)/dashboard/request/part-fields";
import { usePreview } from "@/app/(web)/dashboard/request/use-preview";
import { shownError } from "@/app/(web)/dashboard/shown-error";

type Name = keyof RequestFormValues;
const names: readonly Name[] = [
  "leaveTypeId",
  "startDate",
  "endDate",
  "part",
  "startTime",
  "endTime",
  "reason",
];
const idOf = (name: Name) => `request-${name}`;

/** Fields of the API by the field of the form that shows them. */
const shownAt: Record<string, Name> = {
  leaveTypeId: "leaveTypeId",
  startDate: "startDate",
  endDate: "endDate",
  isFullDayLeave: "part",
  startHour: "startTime",
  startMinute: "startTime",
  endHour: "endTime",
  endMinute: "endTime",
  reason: "reason",
};

type Props = { terms: RequestTerms; start: Pick<RequestFormValues, "leaveTypeId" | "startDate" | "endDate"> };

/** "Request leave": what to ask for, and beside it what that does. */
export function RequestForm({ terms, start }: Props) {
  const t = useTranslations("leaves");
  const words = useTranslations("leaves.form");
  const router = useRouter();
  const toast = useToast();
  const calls = useTRPCClient();
  const resolver = useMemo(() => {
    const needReason = new Set(terms.types.filter((type) => type.reasonRequired).map(({ id }) => id));
    return lazyResolver<RequestFormValues, RequestFormValues>(async () => {
      const [{ zodResolver }, { requestForm }] = await Promise.all([
        import("@hookform/resolvers/zod"),
        import("@/app/(web)/dashboard/request/form-values"),
      ]);
      return zodResolver(requestForm(words, needReason));
    });
  }, [words, terms]);
  const form = useForm<RequestFormValues, unknown, RequestFormValues>({
    resolver,
    defaultValues: { ...start, part: "day", startTime: "", endTime: "", reason: "" },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const values = useWatch({ control: form.control }) as RequestFormValues;
  const { preview, state } = usePreview(leaveOfForm(values, terms));
  // One for what the form says: after a change it is another request.
  const [attempt, setAttempt] = useState(() => ({ key: newAttempt(), of: "" }));
  const [failure, setFailure] = useState<ShownError | null>(null);
  const [done, setDone] = useState(false);
  const type = terms.types.find(({ id }) => id === values.leaveTypeId);

  const submit = async (filled: RequestFormValues) => {
    const leave = leaveOfForm(filled, terms);
    if (!leave) return;
    setFailure(null);
    const of = JSON.stringify(leave);
    const key = attempt.of === "" || attempt.of === of ? attempt.key : newAttempt();
    setAttempt({ key, of });
    try {
      const { id } = await calls.leaves.request.mutate({ attempt: key, leave });
      setDone(true);
      toast.success(t(preview?.approval?.required === false ? "form.booked" : "form.sent"));
      // Not push: Back should not lead to a form that was sent.
      router.replace(paths.leave(id));
    } catch (error) {
      if (!showAtFields(error)) setFailure(shownError(error));
    }
  };

  const showAtFields = (error: unknown): boolean => {
    const body = errorOf(error);
    const own: Record<string, Name> = { CONFLICT: "startDate", LEAVE_NEGATIVE_BALANCE: "endDate" };
    const at = body && own[body.code];
    if (at) {
      form.setError(at, { message: body.description }, { shouldFocus: true });
      return true;
    }
    const faults = (body?.details?.fields ?? []).flatMap(({ path, message }) => {
      const name = shownAt[path];
      return name ? [{ name, message }] : [];
    });
    for (const { name, message } of faults) form.setError(name, { message }, { shouldFocus: true });
    return faults.length > 0;
  };

  const { onChange, ...startDate } = form.register("startDate");
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Card>
        <form onSubmit={form.handleSubmit(submit)} noValidate className="flex flex-col gap-5">
          <ErrorSummary errors={summaryOf(errors)} />
          <Field
            id={idOf("leaveTypeId")}
            label={t("form.type")}
            error={errors.leaveTypeId?.message}
            required
            className="sm:max-w-96"
          >
            <Select
              {...form.register("leaveTypeId")}
              options={terms.types.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Field>
          <div className="flex flex-wrap gap-4">
            <Field
              id={idOf("startDate")}
              label={t("form.from")}
              error={errors.startDate?.message}
              required
              className="min-w-36 flex-1 sm:max-w-46"
            >
              <Input
                {...startDate}
                type="date"
                onChange={(event) => {
                  const { value } = event.target;
                  // One day is what most people start from.
                  if (value && values.endDate < value) form.setValue("endDate", value);
                  return onChange(event);
                }}
              />
            </Field>
            <Field
              id={idOf("endDate")}
              label={t("form.to")}
              error={errors.endDate?.message}
              required
              className="min-w-36 flex-1 sm:max-w-46"
            >
              <Input {...form.register("endDate")} type="date" min={values.startDate || undefined} />
            </Field>
          </div>
          {type && type.shortestDuration !== "FULL_DAY" ? (
            <PartFields form={form} values={values} errors={errors} terms={terms} type={type} />
          ) : null}
          <Field
            id={idOf("reason")}
            label={t("form.reason")}
            help={t("form.reasonHelp")}
            error={errors.reason?.message}
            optional={!type?.reasonRequired}
            required={type?.reasonRequired ?? false}
          >
            <Textarea {...form.register("reason")} maxLength={2000} />
          </Field>
          {failure ? <ErrorPanel error={failure} /> : null}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" pending={isSubmitting || done}>
              {t("form.submit")}
            </Button>
            <LinkButton href={paths.leaves} variant="ghost">
              {t("form.cancel")}
            </LinkButton>
          </div>
          <LeaveGuard active={isDirty && !done} title={t("form.leave")} />
        </form>
      </Card>
      <Effect preview={preview} state={state} />
    </div>
  );
}

const summaryOf = (errors: FieldErrors<RequestFormValues>) =>
  names.flatMap((name) => {
    const message = errors[name]?.message;
    return message ? [{ fieldId: idOf(name), message }] : [];
  });
