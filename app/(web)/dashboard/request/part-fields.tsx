"use client";

import { useTranslations } from "next-intl";
import type { FieldErrors, UseFormReturn } from "react-hook-form";
import { Field } from "@/app/_ui/field";
import { Radio, RadioGroup } from "@/app/_ui/radio-group";
import { TimeInput } from "@/app/_ui/time-input";
import type { RequestFormValues } from "@/app/(web)/dashboard/request/form-values";
import { halfDay, type RequestTerms } from "@/app/(web)/dashboard/request/leave-of-form";

type Props = {
  form: UseFormReturn<RequestFormValues, unknown, RequestFormValues>;
  values: RequestFormValues;
  errors: FieldErrors<RequestFormValues>;
  terms: RequestTerms;
  type: RequestTerms["types"][number];
};

const clock = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** How much of each day, as far as the leave type can be taken in parts. */
export function PartFields({ form, values, errors, terms, type }: Props) {
  const t = useTranslations("leaves.form");
  const half = (part: "first" | "second") => {
    const { from, to } = halfDay(part, terms.hoursPerDay);
    return t(`parts.${part}`, { from: clock(from), to: clock(to) });
  };
  const hasHours = type.shortestDuration !== "HALF_DAY";
  const time = (name: "startTime" | "endTime") => (
    <Field id={`request-${name}`} label={t(name)} error={errors[name]?.message} required className="w-28">
      <TimeInput
        value={values[name]}
        onChange={(value) =>
          form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
        }
      />
    </Field>
  );
  return (
    <>
      <RadioGroup label={t("part")} error={errors.part?.message}>
        <Radio {...form.register("part")} id="request-part" value="day" label={t("parts.day")} />
        <Radio {...form.register("part")} value="first" label={half("first")} />
        <Radio {...form.register("part")} value="second" label={half("second")} />
        {hasHours ? <Radio {...form.register("part")} value="hours" label={t("parts.hours")} /> : null}
      </RadioGroup>
      {hasHours && values.part === "hours" ? (
        <div className="flex flex-wrap gap-4">
          {time("startTime")}
          {time("endTime")}
        </div>
      ) : null}
    </>
  );
}
