"use client";

import { useTranslations } from "next-intl";
import type { Form } from "@/app/_resource/use-form";
import { Field } from "@/app/_ui/field";
import { Radio, RadioGroup } from "@/app/_ui/radio-group";
import { TimeInput } from "@/app/_ui/time-input";
import type { RequestFormValues } from "@/app/(web)/dashboard/request/form-values";
import { halfDay, type RequestTerms } from "@/app/(web)/dashboard/request/leave-of-form";

type Props = {
  form: Form<RequestFormValues>;
  hoursPerDay: number;
  type: RequestTerms["types"][number];
  idOf: (name: string) => string;
};

const clock = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** How much of each day, as far as the leave type can be taken in parts. */
export function PartFields({ form: { values, change, errorAt }, hoursPerDay, type, idOf }: Props) {
  const t = useTranslations("leaves.form");
  const half = (part: "first" | "second") => {
    const { from, to } = halfDay(part, hoursPerDay);
    return t(`parts.${part}`, { from: clock(from), to: clock(to) });
  };
  const hasHours = type.shortestDuration !== "HALF_DAY";
  const radio = (part: RequestFormValues["part"], label: string) => (
    <Radio
      id={part === "day" ? idOf("part") : undefined}
      name="part"
      value={part}
      label={label}
      checked={values.part === part}
      onChange={() => change({ part })}
    />
  );
  const time = (name: "startTime" | "endTime") => (
    <Field id={idOf(name)} label={t(name)} error={errorAt(name)} required className="w-28">
      <TimeInput value={values[name]} onChange={(value) => change({ [name]: value })} />
    </Field>
  );
  return (
    <>
      <RadioGroup label={t("part")} error={errorAt("part")}>
        {radio("day", t("parts.day"))}
        {radio("first", half("first"))}
        {radio("second", half("second"))}
        {hasHours ? radio("hours", t("parts.hours")) : null}
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
