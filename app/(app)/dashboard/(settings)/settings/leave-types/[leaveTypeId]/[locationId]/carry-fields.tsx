"use client";

import { useTranslations } from "next-intl";
import type { Form } from "@/app/_kit/form/use-form";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { Select } from "@/app/_kit/ui/select";
import {
  carryChoices,
  type PolicyValues,
} from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/[locationId]/policy-values";
import { MonthDayField } from "@/app/(app)/dashboard/(settings)/settings/locations/month-day-field";
import { carryUses, lapseNotices, rollovers } from "@/drizzle/schema/values";

type Props = { form: Form<PolicyValues>; idOf: (name: string) => string };

/** Which days left are carried over, until when, and whether they are used first. */
export function CarryFields({ form, idOf }: Props) {
  const t = useTranslations("policies.policy");
  const { values, errorAt } = form;
  return (
    <>
      <Field id={idOf("rollover")} label={t("rollover")} error={errorAt("rollover")} className="sm:max-w-96">
        <Select
          {...form.bind("rollover")}
          options={rollovers.map((value) => ({ value, label: t(`rollovers.${value}`) }))}
        />
      </Field>
      {values.rollover === "LIMITED" ? (
        <Field
          id={idOf("rolloverMaximum")}
          label={t("rolloverMaximum")}
          error={errorAt("rolloverMaximum")}
          required
          className="sm:max-w-96"
        >
          <Input {...form.bind("rolloverMaximum")} inputMode="decimal" className="max-w-28" />
        </Field>
      ) : null}
      {values.rollover === "NONE" ? null : <ExpiryFields form={form} idOf={idOf} />}
      <Field
        id={idOf("lapseNotices")}
        label={t("lapseNotices")}
        help={values.lapseNotices === "NONE" ? undefined : t(`lapseNoticesHelp.${values.lapseNotices}`)}
        error={errorAt("lapseNotices")}
        className="sm:max-w-96"
      >
        <Select
          {...form.bind("lapseNotices")}
          options={lapseNotices.map((value) => ({ value, label: t(`lapseNoticesOf.${value}`) }))}
        />
      </Field>
    </>
  );
}

function ExpiryFields({ form, idOf }: Props) {
  const t = useTranslations("policies.policy");
  const { values, errorAt, change } = form;
  const number = { DAYS_AFTER_RESET: "carryDays", MONTHS: "carryMonths" } as const;
  const field =
    values.carryExpiry === "MONTHS" || values.carryExpiry === "DAYS_AFTER_RESET"
      ? number[values.carryExpiry]
      : null;
  return (
    <>
      <Field
        id={idOf("carryExpiry")}
        label={t("carryExpiry")}
        error={errorAt("carryExpiry")}
        className="sm:max-w-96"
      >
        <Select
          {...form.bind("carryExpiry")}
          options={carryChoices.map((value) => ({ value, label: t(`carryExpiries.${value}`) }))}
        />
      </Field>
      {values.carryExpiry === "DATE" ? (
        <MonthDayField
          id={idOf("carryDate")}
          legend={t("carryDate")}
          value={values.carryDate}
          onChange={(carryDate) => change({ carryDate })}
        />
      ) : null}
      {field ? (
        <Field
          id={idOf(field)}
          label={t(field)}
          help={field === "carryMonths" ? t("carryMonthsHelp") : undefined}
          error={errorAt(field)}
          required
          className="sm:max-w-96"
        >
          <Input {...form.bind(field)} inputMode="numeric" className="max-w-28" />
        </Field>
      ) : null}
      <Field
        id={idOf("carryUse")}
        label={t("carryUse")}
        help={values.carryUse === "LAST" ? t("carryLastHelp") : undefined}
        error={errorAt("carryUse")}
        className="sm:max-w-96"
      >
        <Select
          {...form.bind("carryUse")}
          options={carryUses.map((value) => ({ value, label: t(`carryUses.${value}`) }))}
        />
      </Field>
    </>
  );
}
