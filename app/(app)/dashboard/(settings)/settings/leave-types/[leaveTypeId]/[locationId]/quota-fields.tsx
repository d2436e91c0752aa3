"use client";

import { useTranslations } from "next-intl";
import type { Form } from "@/app/_kit/form/use-form";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { Radio, RadioGroup } from "@/app/_kit/ui/radio-group";
import { Select } from "@/app/_kit/ui/select";
import { CarryFields } from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/[locationId]/carry-fields";
import { FirstYearFields } from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/[locationId]/first-year-fields";
import { LabelDaysFields } from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/[locationId]/label-days-fields";
import type { PolicyValues } from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/[locationId]/policy-values";
import { TenureFields } from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/[locationId]/tenure-fields";
import type { Policy } from "@/app/(app)/dashboard/(settings)/settings/leave-types/use-policy-words";
import { accruals, accrualTimings } from "@/drizzle/schema/values";
import { inHours } from "@/server/kernel/time/amount";

type Props = {
  form: Form<PolicyValues>;
  idOf: (name: string) => string;
  labels: readonly { id: string; name: string }[];
  isComplete: boolean;
  /** Existing settings stay selectable, whatever the plan. */
  present: Policy | undefined;
  /** Where the leave type is shown in hours. */
  hoursPerDay: number | null;
};

/** What is typed, with a comma or a point; 0 while it is no number. */
const daysOf = (text: string): number => Number(text.replace(",", ".")) || 0;

/** The yearly entitlement, its accrual, and its carry-over. */
export function QuotaFields({ form, idOf, labels, isComplete, present, hoursPerDay }: Props) {
  const t = useTranslations("policies.policy");
  const { values, errorAt, change } = form;
  const offered = accruals.filter((each) => isComplete || each === "NONE" || each === present?.accrual);
  return (
    <>
      <RadioGroup label={t("quota")}>
        <Radio
          name="unlimited"
          label={t("limited")}
          checked={!values.unlimited}
          onChange={() => change({ unlimited: false })}
        />
        <Radio
          name="unlimited"
          label={t("unlimited")}
          description={t("unlimitedText")}
          checked={values.unlimited}
          onChange={() => change({ unlimited: true })}
        />
      </RadioGroup>
      {values.unlimited ? null : (
        <>
          <Field
            id={idOf("yearlyQuota")}
            label={t("yearlyQuota")}
            help={`${t(`yearlyQuotaIn.${values.countMode}`)} ${
              hoursPerDay === null
                ? t("yearlyQuotaHelp")
                : t("yearlyQuotaInHours", {
                    hours: inHours(daysOf(values.yearlyQuota), hoursPerDay) ?? 0,
                    hoursPerDay,
                  })
            }`}
            error={errorAt("yearlyQuota")}
            required
            className="sm:max-w-96"
          >
            <Input {...form.bind("yearlyQuota")} inputMode="decimal" className="max-w-28" />
          </Field>
          <Field
            id={idOf("accrual")}
            label={t("accrual")}
            help={isComplete ? undefined : t("accrualNeedsPlan")}
            error={errorAt("accrual")}
            className="sm:max-w-96"
          >
            <Select
              {...form.bind("accrual")}
              options={offered.map((value) => ({ value, label: t(`accruals.${value}`) }))}
            />
          </Field>
          {isComplete || (present && present.hoursWorkedRate !== null) ? (
            <Field
              id={idOf("hoursWorkedRate")}
              label={t("hoursWorkedRate")}
              help={t("hoursWorkedRateHelp")}
              error={errorAt("hoursWorkedRate")}
              className="sm:max-w-96"
            >
              <Input {...form.bind("hoursWorkedRate")} inputMode="decimal" className="max-w-28" />
            </Field>
          ) : null}
          {values.accrual === "NONE" && values.hoursWorkedRate.trim() === "" ? null : (
            <AccrualFields form={form} idOf={idOf} />
          )}
          <FirstYearFields form={form} idOf={idOf} />
          <TenureFields form={form} idOf={idOf} />
          <LabelDaysFields form={form} idOf={idOf} labels={labels} />
          <CarryFields form={form} idOf={idOf} />
          <Checkbox
            label={t("allowNegativeBalance")}
            description={t("allowNegativeBalanceText")}
            checked={values.allowNegativeBalance}
            onChange={({ target }) => change({ allowNegativeBalance: target.checked })}
          />
        </>
      )}
    </>
  );
}

/** How shares are given. */
function AccrualFields({ form, idOf }: Pick<Props, "form" | "idOf">) {
  const t = useTranslations("policies.policy");
  return (
    <>
      {form.values.accrual === "NONE" ? null : (
        <Field
          id={idOf("accrualTiming")}
          label={t("accrualTiming")}
          error={form.errorAt("accrualTiming")}
          className="sm:max-w-96"
        >
          <Select
            {...form.bind("accrualTiming")}
            options={accrualTimings.map((value) => ({ value, label: t(`accrualTimings.${value}`) }))}
          />
        </Field>
      )}
      <Field
        id={idOf("accrualCap")}
        label={t("accrualCap")}
        help={t("accrualCapHelp")}
        error={form.errorAt("accrualCap")}
        className="sm:max-w-96"
      >
        <Input {...form.bind("accrualCap")} inputMode="decimal" className="max-w-28" />
      </Field>
    </>
  );
}
