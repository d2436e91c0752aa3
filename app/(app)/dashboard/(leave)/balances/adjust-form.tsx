"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { DialogButtons } from "@/app/_kit/form/form-buttons";
import { readBy } from "@/app/_kit/form/read-by";
import { useAttempt } from "@/app/_kit/form/use-attempt";
import { fieldAmong, useForm } from "@/app/_kit/form/use-form";
import { DateField } from "@/app/_kit/ui/date-field";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { ErrorSummary } from "@/app/_kit/ui/error-summary";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { Select } from "@/app/_kit/ui/select";
import { Textarea } from "@/app/_kit/ui/textarea";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { errorOf } from "@/app/_trpc/error-of";
import type { Corrected } from "@/app/(app)/dashboard/(leave)/balances/address";
import {
  type Act,
  type AdjustValues,
  acts,
  isCorrecting,
} from "@/app/(app)/dashboard/(leave)/balances/adjust-acts";
import { AdjustEffect } from "@/app/(app)/dashboard/(leave)/balances/adjust-effect";
import type { Balance } from "@/app/(app)/dashboard/(leave)/balances/balances-table";
import { useCorrectionTerms } from "@/app/(app)/dashboard/(leave)/balances/use-correction-terms";
import { limits } from "@/drizzle/schema/limits";
import { inHours } from "@/server/kernel/time/amount";
import { isCalendarDate } from "@/server/kernel/time/date-range";

const kindOf = { give: "ADJUSTMENT", take: "ADJUSTMENT", quota: "QUOTA", opening: "OPENING" } as const;
const fromHelp: Partial<Record<Act, "fromYear" | "carriedIntoHelp">> = {
  quota: "fromYear",
  carry: "carriedIntoHelp",
};
/** As the field is typed: nothing where no day counts. */
const daysIn = (days: number): string => (days > 0 ? String(days) : "");

const isDayCount = (text: string): boolean => /^\d{1,4}([.,]\d{1,3})?$/.test(text.trim());

/** Whether there is enough to say what it does. */
function isFilled({ act, days, effectiveDate, expiresOn, ...values }: AdjustValues): boolean {
  if (!isCalendarDate(effectiveDate)) return false;
  if (act === "carry") return expiresOn === "" || isCalendarDate(expiresOn);
  const corrects = isCalendarDate(values.correctsFrom) && isCalendarDate(values.correctsTo);
  return isDayCount(days) && (!isCorrecting(act) || corrects);
}

const fields = [
  "leaveTypeId",
  "act",
  "days",
  "correctsFrom",
  "correctsTo",
  "effectiveDate",
  "expiresOn",
  "note",
];
const idOf = (name: string) => `adjust-${name}`;

type Props = {
  userId: string;
  types: readonly Balance[];
  chosen: string | null;
  corrects?: Corrected | undefined;
  onDone: () => void;
};

export function AdjustForm({ userId, types, chosen, corrects, onDone }: Props) {
  const t = useTranslations("balances.adjust");
  const router = useRouter();
  const toast = useToast();
  const calls = useTRPCClient();
  const attemptOf = useAttempt();
  const adjustmentOf = ({ act, days, correctsFrom, correctsTo, expiresOn, ...filled }: AdjustValues) => {
    if (act === "carry") return { ...filled, kind: "CARRY_EXPIRY" as const, expiresOn: expiresOn || null };
    const amount = Number(days.replace(",", "."));
    // More days of leave are fewer of the balance.
    const signed = act === "take" || act === "correctMore" ? -amount : amount;
    return act === "correctMore" || act === "correctFewer"
      ? { ...filled, kind: "CORRECTION" as const, days: signed, correctsFrom, correctsTo }
      : { ...filled, kind: kindOf[act], days: signed };
  };
  const save = async (filled: AdjustValues) => {
    const adjustment = adjustmentOf(filled);
    await calls.entitlements.create.mutate({ attempt: attemptOf(adjustment), userId, adjustment });
    toast.success(t("done"));
    onDone();
    router.refresh();
  };
  const [first] = types.filter(({ unlimited }) => !unlimited);
  const form = useForm<AdjustValues>(
    {
      leaveTypeId:
        types.find(({ leaveTypeId }) => leaveTypeId === chosen)?.leaveTypeId ?? first?.leaveTypeId ?? "",
      act: corrects ? "correctMore" : "give",
      days: corrects ? daysIn(corrects.days) : "",
      correctsFrom: corrects?.startDate ?? "",
      correctsTo: corrects?.endDate ?? "",
      expiresOn: "",
      effectiveDate: "",
      note: "",
    },
    {
      read: async (values) => {
        const { adjustForm } = await import("@/app/(app)/dashboard/(leave)/balances/adjust-values");
        return readBy(adjustForm(t), values);
      },
      fieldOf: fieldAmong(fields),
      // The dates against which leave was booked.
      refusedAt: { LEAVE_NEGATIVE_BALANCE: "days" },
      faultsOf: (error) =>
        errorOf(error)?.code === "PERIOD_CLOSED"
          ? [{ path: "effectiveDate", message: t("faults.closed") }]
          : [],
      save,
      idOf,
    },
  );
  const { values, errorAt } = form;
  const terms = useCorrectionTerms(userId, form);
  // The note changes nothing.
  const asked = isFilled(values) ? { userId, adjustment: { ...adjustmentOf(values), note: "–" } } : null;
  const hoursPerDay =
    types.find(({ leaveTypeId }) => leaveTypeId === values.leaveTypeId)?.hoursPerDay ?? null;
  const hours = inHours(Number(values.days.replace(",", ".")) || 0, hoursPerDay);
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
      <ErrorSummary errors={form.summary} />
      <Field id={idOf("leaveTypeId")} label={t("type")} error={errorAt("leaveTypeId")} required>
        <Select
          {...form.bind("leaveTypeId")}
          options={types
            .filter(({ unlimited }) => !unlimited || isCorrecting(values.act))
            .map(({ leaveTypeId, leaveTypeName }) => ({
              value: leaveTypeId ?? "",
              label: leaveTypeName,
            }))}
        />
      </Field>
      <Field
        id={idOf("act")}
        label={t("what")}
        help={t(`help.${values.act}`)}
        error={errorAt("act")}
        required
      >
        <Select
          {...form.bind("act")}
          options={acts.map((value) => ({ value, label: t(`whats.${value}`) }))}
        />
      </Field>
      {isCorrecting(values.act) ? (
        <div className="flex flex-wrap gap-4">
          {(["correctsFrom", "correctsTo"] as const).map((name) => (
            <DateField
              key={name}
              id={idOf(name)}
              label={t(name)}
              error={errorAt(name)}
              required
              className="min-w-48 flex-1"
              value={values[name]}
              onChange={(date) => form.change({ [name]: date })}
              pastDays={400}
            />
          ))}
        </div>
      ) : null}
      <div className="flex flex-wrap gap-4">
        {values.act === "carry" ? null : (
          <Field
            id={idOf("days")}
            label={t(values.act === "quota" ? "daysAYear" : "days")}
            help={hours === null || hoursPerDay === null ? undefined : t("inHours", { hours, hoursPerDay })}
            error={errorAt("days")}
            required
            className="min-w-28 flex-1"
          >
            <Input {...form.bind("days")} inputMode="decimal" autoComplete="off" />
          </Field>
        )}
        <DateField
          id={idOf("effectiveDate")}
          label={t(values.act === "carry" ? "carriedInto" : "from")}
          help={
            isCorrecting(values.act) ? terms : fromHelp[values.act] && t(fromHelp[values.act] ?? "fromYear")
          }
          error={errorAt("effectiveDate")}
          required
          className="min-w-48 flex-1"
          value={values.effectiveDate}
          onChange={(effectiveDate) => form.change({ effectiveDate })}
          pastDays={180}
        />
        {values.act === "carry" ? (
          <DateField
            id={idOf("expiresOn")}
            label={t("expiresOn")}
            help={t("expiresOnHelp")}
            error={errorAt("expiresOn")}
            className="min-w-48 flex-1"
            value={values.expiresOn}
            onChange={(expiresOn) => form.change({ expiresOn })}
          />
        ) : null}
      </div>
      <AdjustEffect
        asked={asked}
        balance={types.find(({ leaveTypeId }) => leaveTypeId === values.leaveTypeId)}
      />
      <Field id={idOf("note")} label={t("note")} help={t("noteHelp")} error={errorAt("note")} required>
        <Textarea {...form.bind("note")} maxLength={limits.adjustmentNote} />
      </Field>
      {form.failure ? <ErrorPanel error={form.failure} /> : null}
      <DialogButtons submit={t("submit")} pending={form.isSaving} cancel={t("cancel")} />
    </form>
  );
}
