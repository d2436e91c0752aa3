"use client";

import { useTranslations } from "next-intl";
import type { Form } from "@/app/_kit/form/use-form";
import { DateField } from "@/app/_kit/ui/date-field";
import { Field } from "@/app/_kit/ui/field";
import { Radio, RadioGroup } from "@/app/_kit/ui/radio-group";
import { Select } from "@/app/_kit/ui/select";
import type { LocationInput } from "@/app/(app)/dashboard/(settings)/settings/locations/form-values";
import { payPeriods } from "@/app/(app)/dashboard/(settings)/settings/locations/pay-values";
import { useCalendarWords } from "@/app/(app)/dashboard/(settings)/settings/locations/use-calendar-words";

type Props = { form: Form<LocationInput>; idOf: (name: string) => string; className: string };

/** The days that are paid together at a location: none, or months, weeks or two weeks with their last day. */
export function PayPeriodFields({ form, idOf, className }: Props) {
  const t = useTranslations("places.locations.form");
  const words = useCalendarWords();
  const { values, errorAt, change, bind } = form;
  return (
    <>
      <RadioGroup label={t("payPeriod")} help={t("payPeriodHelp")}>
        {payPeriods.map((value) => (
          <Radio
            key={value}
            name="payPeriod"
            value={value}
            label={t(`payPeriods.${value}`)}
            checked={values.payPeriod === value}
            onChange={() => change({ payPeriod: value })}
          />
        ))}
      </RadioGroup>
      {values.payPeriod === "MONTHLY" ? (
        <Field id={idOf("payMonthDay")} label={t("payMonthDay")} className={className}>
          <Select
            {...bind("payMonthDay")}
            options={Array.from({ length: 31 }, (_, place) => ({
              value: String(place + 1),
              label: place === 30 ? t("lastOfMonth") : String(place + 1),
            }))}
          />
        </Field>
      ) : null}
      {values.payPeriod === "WEEKLY" ? (
        <Field id={idOf("payWeekday")} label={t("payWeekday")} className={className}>
          <Select
            {...bind("payWeekday")}
            options={[1, 2, 3, 4, 5, 6, 0].map((day) => ({ value: String(day), label: words.weekday(day) }))}
          />
        </Field>
      ) : null}
      {values.payPeriod === "FORTNIGHTLY" ? (
        <DateField
          id={idOf("payDate")}
          label={t("payDate")}
          help={t("payDateHelp")}
          error={errorAt("payDate")}
          required
          className={className}
          value={values.payDate}
          onChange={(payDate) => change({ payDate })}
        />
      ) : null}
    </>
  );
}
