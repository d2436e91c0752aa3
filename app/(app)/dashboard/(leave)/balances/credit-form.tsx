"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { DialogButtons } from "@/app/_kit/form/form-buttons";
import { readBy } from "@/app/_kit/form/read-by";
import { useAttempt } from "@/app/_kit/form/use-attempt";
import { type Form, fieldAmong, useForm } from "@/app/_kit/form/use-form";
import { DateField } from "@/app/_kit/ui/date-field";
import { daysLater } from "@/app/_kit/ui/date-text";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { ErrorSummary } from "@/app/_kit/ui/error-summary";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { Select } from "@/app/_kit/ui/select";
import { Textarea } from "@/app/_kit/ui/textarea";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import type { Balance } from "@/app/(app)/dashboard/(leave)/balances/balances-table";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { limits } from "@/drizzle/schema/limits";
import { type CreditSource, creditSources, type LeaveUnit, leaveUnits } from "@/drizzle/schema/values";

interface Values {
  leaveTypeId: string;
  source: CreditSource;
  amount: string;
  unit: LeaveUnit;
  earnedOn: string;
  /** Empty when it never expires. Only for who grants. */
  expiresOn: string;
  reason: string;
}

const fields = ["leaveTypeId", "source", "amount", "earnedOn", "expiresOn", "reason"];
const idOf = (name: string) => `credit-${name}`;

export type CreditFormProps = {
  /** Null to ask for oneself. */
  userId: string | null;
  types: readonly Balance[];
  chosen: string | null;
  onDone: () => void;
};

/** Asks for a credit, or grants one. */
export function CreditForm({ userId, types, chosen, onDone }: CreditFormProps) {
  const t = useTranslations("balances.credit");
  const router = useRouter();
  const toast = useToast();
  const calls = useTRPCClient();
  const attemptOf = useAttempt();
  const save = async ({ amount, unit, expiresOn, ...filled }: Values) => {
    const credit = {
      ...filled,
      unit,
      amount: Number(amount.trim().replace(",", ".")),
      ...(userId === null ? {} : { userId, expiresOn: expiresOn || null }),
    };
    await calls.credits.create.mutate({ attempt: attemptOf(credit), credit });
    toast.success(t(userId === null ? "asked" : "granted"));
    onDone();
    router.refresh();
  };
  const start = types.find(({ leaveTypeId }) => leaveTypeId === chosen) ?? types[0];
  const form = useForm<Values>(
    {
      leaveTypeId: start?.leaveTypeId ?? "",
      source: userId === null ? "TIME_IN_LIEU" : "GRANTED",
      amount: "",
      unit: start?.hoursPerDay ? "HOURS" : "DAYS",
      ...{ earnedOn: "", expiresOn: "", reason: "" },
    },
    {
      read: async (values) => {
        const { creditForm } = await import("@/app/(app)/dashboard/(leave)/balances/credit-values");
        return readBy(creditForm(t), values);
      },
      fieldOf: fieldAmong(fields),
      save,
      idOf,
    },
  );
  const type = types.find(({ leaveTypeId }) => leaveTypeId === form.values.leaveTypeId);
  const { errorAt } = form;
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
      <ErrorSummary errors={form.summary} />
      <Field id={idOf("leaveTypeId")} label={t("type")} error={errorAt("leaveTypeId")} required>
        <Select
          {...form.bind("leaveTypeId")}
          options={types.map(({ leaveTypeId, leaveTypeName }) => ({
            value: leaveTypeId ?? "",
            label: leaveTypeName,
          }))}
        />
      </Field>
      <Field id={idOf("source")} label={t("source")} error={errorAt("source")} required>
        <Select
          {...form.bind("source")}
          options={creditSources.map((value) => ({ value, label: t(`sources.${value}`) }))}
        />
      </Field>
      <div className="flex flex-wrap gap-4">
        <Field
          id={idOf("amount")}
          label={t("amount")}
          error={errorAt("amount")}
          required
          className="min-w-28 flex-1"
        >
          <Input {...form.bind("amount")} inputMode="decimal" autoComplete="off" />
        </Field>
        <Field id={idOf("unit")} label={t("unit")} required className="min-w-28 flex-1">
          <Select
            {...form.bind("unit")}
            options={leaveUnits.map((value) => ({ value, label: t(`units.${value}`) }))}
          />
        </Field>
      </div>
      <CreditDates form={form} grants={userId !== null} validDays={type?.creditValidDays ?? null} />
      <Field
        id={idOf("reason")}
        label={t("reason")}
        help={t("reasonHelp")}
        error={errorAt("reason")}
        required
      >
        <Textarea {...form.bind("reason")} maxLength={limits.adjustmentNote} />
      </Field>
      {form.failure ? <ErrorPanel error={form.failure} /> : null}
      <DialogButtons
        submit={t(userId === null ? "ask" : "grant")}
        pending={form.isSaving}
        cancel={t("cancel")}
      />
    </form>
  );
}

type DatesProps = { form: Form<Values>; grants: boolean; validDays: number | null };

/** The first day and the last one, which follows from the policy when a person asks. */
function CreditDates({ form: { values, errorAt, change }, grants, validDays }: DatesProps) {
  const t = useTranslations("balances.credit");
  const dates = useLeaveDates();
  const isDate = /^\d{4}-\d\d-\d\d$/.test(values.earnedOn);
  const last = isDate && validDays !== null ? daysLater(values.earnedOn, validDays) : null;
  const expiry =
    validDays === null
      ? t("never")
      : last === null
        ? t("validFor", { days: validDays })
        : t("until", { date: dates({ startDate: last, endDate: last }) });
  return (
    <div className="flex flex-wrap gap-4">
      <DateField
        id={idOf("earnedOn")}
        label={t("earnedOn")}
        help={grants ? undefined : expiry}
        error={errorAt("earnedOn")}
        required
        className="min-w-48 flex-1"
        value={values.earnedOn}
        onChange={(earnedOn) => change({ earnedOn })}
        pastDays={180}
      />
      {grants ? (
        <DateField
          id={idOf("expiresOn")}
          label={t("expiresOn")}
          help={t("expiresOnHelp")}
          error={errorAt("expiresOn")}
          optional
          className="min-w-48 flex-1"
          value={values.expiresOn}
          onChange={(expiresOn) => change({ expiresOn })}
          pastDays={180}
        />
      ) : null}
    </div>
  );
}
