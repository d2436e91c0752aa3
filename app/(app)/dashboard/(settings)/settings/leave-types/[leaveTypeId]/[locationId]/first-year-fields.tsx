"use client";

import { useTranslations } from "next-intl";
import type { Form } from "@/app/_kit/form/use-form";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { Select } from "@/app/_kit/ui/select";
import type { PolicyValues } from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/[locationId]/policy-values";
import { firstYears, quotaRoundings } from "@/drizzle/schema/values";

type Props = { form: Form<PolicyValues>; idOf: (name: string) => string };

/** What the first year gives, and how a part of a quota is rounded. */
export function FirstYearFields({ form, idOf }: Props) {
  const t = useTranslations("policies.policy");
  const { values, errorAt, bind } = form;
  return (
    <>
      <Field
        id={idOf("firstYear")}
        label={t("firstYear")}
        help={t(`firstYearHelp.${values.firstYear}`)}
        error={errorAt("firstYear")}
        className="sm:max-w-96"
      >
        <Select
          {...bind("firstYear")}
          options={firstYears.map((value) => ({ value, label: t(`firstYears.${value}`) }))}
        />
      </Field>
      {values.firstYear === "AFTER_MONTHS" ? (
        <Field
          id={idOf("firstYearMonths")}
          label={t("firstYearMonths")}
          error={errorAt("firstYearMonths")}
          required
          className="sm:max-w-96"
        >
          <Input {...bind("firstYearMonths")} inputMode="numeric" className="max-w-28" />
        </Field>
      ) : null}
      <Field
        id={idOf("quotaRounding")}
        label={t("quotaRounding")}
        help={t("quotaRoundingHelp")}
        error={errorAt("quotaRounding")}
        className="sm:max-w-96"
      >
        <Select
          {...bind("quotaRounding")}
          options={quotaRoundings.map((value) => ({ value, label: t(`quotaRoundings.${value}`) }))}
        />
      </Field>
    </>
  );
}
