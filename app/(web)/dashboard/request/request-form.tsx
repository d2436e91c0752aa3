"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { readBy, useForm } from "@/app/_resource/use-form";
import { useTRPCClient } from "@/app/_trpc/client";
import { errorOf } from "@/app/_trpc/error-of";
import { Button } from "@/app/_ui/button";
import { Card } from "@/app/_ui/card";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { LinkButton } from "@/app/_ui/link-button";
import { Select } from "@/app/_ui/select";
import { Textarea } from "@/app/_ui/textarea";
import { useToast } from "@/app/_ui/toast";
import { LeaveGuard } from "@/app/(web)/dashboard/leave-guard";
import { newAttempt } from "@/app/(web)/dashboard/new-attempt";
import { paths } from "@/app/(web)/dashboard/paths";
import { Effect } from "@/app/(web)/dashboard/request/effect";
import { besideForm } from "@/app/(web)/dashboard/request/form-layout";
import type { RequestFormValues } from "@/app/(web)/dashboard/request/form-values";
import { leaveOfForm, type RequestTerms } from "@/app/(web)/dashboard/request/leave-of-form";
import { PartFields } from "@/app/(web)/dashboard/request/part-fields";
import { usePreview } from "@/app/(web)/dashboard/request/use-preview";

type Name = keyof RequestFormValues;
const idOf = (name: string) => `request-${name}`;

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
const shownAtCode: Record<string, Name> = { CONFLICT: "startDate", LEAVE_NEGATIVE_BALANCE: "endDate" };

function faultsOf(error: unknown) {
  const body = errorOf(error);
  const path = body && shownAtCode[body.code];
  return path ? [{ path, message: body.description }] : [];
}

type Props = { terms: RequestTerms; start: Pick<RequestFormValues, "leaveTypeId" | "startDate" | "endDate"> };

/** "Request leave": what to ask for, and beside it what that does. */
export function RequestForm({ terms, start }: Props) {
  const t = useTranslations("leaves");
  const words = useTranslations("leaves.form");
  const router = useRouter();
  const toast = useToast();
  const calls = useTRPCClient();
  // One for what the form says: after a change it is another request.
  const [attempt, setAttempt] = useState(() => ({ key: newAttempt(), of: "" }));
  const [done, setDone] = useState(false);

  const save = async (filled: RequestFormValues) => {
    const leave = leaveOfForm(filled, terms);
    if (!leave) return;
    const of = JSON.stringify(leave);
    const key = attempt.of === "" || attempt.of === of ? attempt.key : newAttempt();
    setAttempt({ key, of });
    const { id } = await calls.leaves.request.mutate({ attempt: key, leave });
    setDone(true);
    toast.success(t(preview?.approval?.required === false ? "form.booked" : "form.sent"));
    // Not push: Back should not lead to a form that was sent.
    router.replace(paths.leave(id));
  };
  const form = useForm<RequestFormValues>(
    { ...start, part: "day", startTime: "", endTime: "", reason: "" },
    {
      read: async (values) => {
        const { requestForm } = await import("@/app/(web)/dashboard/request/form-values");
        const needReason = new Set(terms.types.filter((type) => type.reasonRequired).map(({ id }) => id));
        return readBy(requestForm(words, needReason), values);
      },
      fieldOf: (path) => shownAt[path] ?? null,
      faultsOf,
      save,
      idOf,
    },
  );
  const { values, errorAt } = form;
  // Only whether there is a reason matters to the rules: what people write stays out of addresses and logs.
  const reason = values.reason.trim() ? "-" : "";
  const { preview, state } = usePreview(leaveOfForm({ ...values, reason }, terms));
  const type = terms.types.find(({ id }) => id === values.leaveTypeId);
  // One day is what most people start from.
  const startOn = (startDate: string) =>
    form.change({ startDate, endDate: startDate > values.endDate ? startDate : values.endDate });
  const day = "min-w-36 flex-1 sm:max-w-46";
  return (
    <div className={besideForm}>
      <Card>
        <form onSubmit={form.submit} noValidate className="flex flex-col gap-5">
          <ErrorSummary errors={form.summary} />
          <Field
            id={idOf("leaveTypeId")}
            label={t("form.type")}
            error={errorAt("leaveTypeId")}
            required
            className="sm:max-w-96"
          >
            <Select
              {...form.bind("leaveTypeId")}
              options={terms.types.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Field>
          <div className="flex flex-wrap gap-4">
            <Field
              id={idOf("startDate")}
              label={t("form.from")}
              error={errorAt("startDate")}
              required
              className={day}
            >
              <Input type="date" value={values.startDate} onChange={({ target }) => startOn(target.value)} />
            </Field>
            <Field
              id={idOf("endDate")}
              label={t("form.to")}
              error={errorAt("endDate")}
              required
              className={day}
            >
              <Input {...form.bind("endDate")} type="date" min={values.startDate || undefined} />
            </Field>
          </div>
          {type && type.shortestDuration !== "FULL_DAY" ? (
            <PartFields form={form} hoursPerDay={terms.hoursPerDay} type={type} idOf={idOf} />
          ) : null}
          <Field
            id={idOf("reason")}
            label={t("form.reason")}
            help={t("form.reasonHelp")}
            error={errorAt("reason")}
            optional={!type?.reasonRequired}
            required={type?.reasonRequired ?? false}
          >
            <Textarea {...form.bind("reason")} maxLength={2000} />
          </Field>
          {form.failure ? <ErrorPanel error={form.failure} /> : null}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" pending={form.isSaving || done}>
              {t("form.submit")}
            </Button>
            <LinkButton href={paths.leaves} variant="ghost">
              {t("form.cancel")}
            </LinkButton>
          </div>
          <LeaveGuard active={form.isDirty && !done} title={t("form.leave")} />
        </form>
      </Card>
      <Effect preview={preview} state={state} />
    </div>
  );
}
