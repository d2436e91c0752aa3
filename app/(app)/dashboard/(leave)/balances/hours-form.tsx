"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { DialogButtons } from "@/app/_kit/form/form-buttons";
import type { FieldMessage } from "@/app/_kit/form/read-by";
import { readBy } from "@/app/_kit/form/read-by";
import { useAttempt } from "@/app/_kit/form/use-attempt";
import { type Form, fieldAmong, useForm } from "@/app/_kit/form/use-form";
import { DateField } from "@/app/_kit/ui/date-field";
import { daysLater } from "@/app/_kit/ui/date-text";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { ErrorSummary } from "@/app/_kit/ui/error-summary";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { errorOf } from "@/app/_trpc/error-of";
import type { Hours } from "@/app/(app)/dashboard/(leave)/balances/hours-worked";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { utcDay } from "@/server/kernel/time/clock";

interface Values {
  firstDay: string;
  lastDay: string;
  hours: string;
}

type Period = Pick<Hours, "firstDay" | "lastDay">;

const fields = ["firstDay", "lastDay", "hours"];

export type HoursFormProps = {
  userId: string;
  /** The hours to change; their period stays. */
  changed?: Hours;
  /** The latest period that is there: the next one is suggested. */
  last?: Hours | null;
  onDone: () => void;
};

/** Longer periods, such as months, differ in length. */
const maxRepeatedDays = 14;

/** The period after the last one, of the same length, if it is over. */
function periodAfter(last: Period | null): Period {
  if (!last) return { firstDay: "", lastDay: "" };
  const firstDay = daysLater(last.lastDay, 1);
  const length = dayNumber(last.lastDay) - dayNumber(last.firstDay) + 1;
  const lastDay = daysLater(last.lastDay, length);
  const today = utcDay(new Date());
  return {
    firstDay: firstDay <= today ? firstDay : "",
    lastDay: length <= maxRepeatedDays && lastDay <= today ? lastDay : "",
  };
}

/** Enters the hours that a person worked in a period, or other hours of one that is there. */
export function HoursForm({ userId, changed, last = null, onDone }: HoursFormProps) {
  const t = useTranslations("balances.hours");
  const router = useRouter();
  const toast = useToast();
  const calls = useTRPCClient();
  const attemptOf = useAttempt();
  const idOf = (name: string) => `hours-${changed?.id ?? ""}-${name}`;
  const faultsOf = useFaults(changed !== undefined);
  const send = (period: Period, hours: number) => {
    if (changed) {
      const change = { id: changed.id, hours };
      return calls.hoursWorked.update.mutate({ attempt: attemptOf(change), ...change });
    }
    const entered = { userId, ...period, hours };
    return calls.hoursWorked.create.mutate({ attempt: attemptOf(entered), hours: entered });
  };
  const save = async ({ hours, ...period }: Values) => {
    await send(period, Number(hours.trim().replace(",", ".")));
    toast.success(t(changed ? "change.done" : "enter.done"));
    onDone();
    router.refresh();
  };
  const { firstDay, lastDay } = changed ?? periodAfter(last);
  const form = useForm<Values>(
    { firstDay, lastDay, hours: changed ? t("typed", { hours: changed.hours }) : "" },
    {
      read: async (values) => {
        const { hoursForm } = await import("@/app/(app)/dashboard/(leave)/balances/hours-values");
        return readBy(hoursForm(t), values);
      },
      fieldOf: fieldAmong(fields),
      faultsOf,
      save,
      idOf,
    },
  );
  const { errorAt } = form;
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
      <ErrorSummary errors={form.summary} />
      {changed ? <ChangedPeriod {...changed} /> : <PeriodFields form={form} idOf={idOf} />}
      <Field
        id={idOf("hours")}
        label={t("enter.hours")}
        help={t("enter.hoursHelp")}
        error={errorAt("hours")}
        required
      >
        <Input {...form.bind("hours")} inputMode="decimal" autoComplete="off" />
      </Field>
      {form.failure ? <ErrorPanel error={form.failure} /> : null}
      <DialogButtons
        submit={t(changed ? "change.submit" : "enter.submit")}
        pending={form.isSaving}
        cancel={t("enter.cancel")}
      />
    </form>
  );
}

/** The refusals that name no field: each is shown where it can be mended. */
function useFaults(isChange: boolean) {
  const t = useTranslations("balances.hours.faults");
  const dates = useLeaveDates();
  return (error: unknown): FieldMessage[] => {
    const body = errorOf(error);
    const { firstDay, lastDay } = (body?.details ?? {}) as { firstDay?: string; lastDay?: string };
    if (body?.code === "CONFLICT" && firstDay && lastDay)
      return [
        {
          path: "firstDay",
          message: t("there", { period: dates({ startDate: firstDay, endDate: lastDay }) }),
        },
      ];
    if (body?.code === "PERIOD_CLOSED")
      return [{ path: isChange ? "hours" : "lastDay", message: t(isChange ? "closedChange" : "closed") }];
    return body?.code === "LEAVE_NEGATIVE_BALANCE" ? [{ path: "hours", message: t("uncovered") }] : [];
  };
}

function ChangedPeriod({ firstDay, lastDay }: Period) {
  const t = useTranslations("balances.hours.change");
  const dates = useLeaveDates();
  return <p>{t("period", { period: dates({ startDate: firstDay, endDate: lastDay }) })}</p>;
}

function PeriodFields({ form, idOf }: { form: Form<Values>; idOf: (name: string) => string }) {
  const t = useTranslations("balances.hours.enter");
  return (
    <div className="flex flex-wrap gap-4">
      {(["firstDay", "lastDay"] as const).map((name) => (
        <DateField
          key={name}
          id={idOf(name)}
          label={t(name)}
          help={name === "lastDay" ? t("lastDayHelp") : undefined}
          error={form.errorAt(name)}
          required
          className="min-w-48 flex-1"
          value={form.values[name]}
          onChange={(date) => form.change({ [name]: date })}
          pastDays={400}
        />
      ))}
    </div>
  );
}
