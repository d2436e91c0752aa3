"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Form } from "@/app/_kit/form/use-form";
import { dayLengthOn, type WorkDays } from "@/app/_kit/form/work-days";
import { Field } from "@/app/_kit/ui/field";
import { Radio, RadioGroup } from "@/app/_kit/ui/radio-group";
import { TimeInput } from "@/app/_kit/ui/time-input";
import type { RequestFormValues } from "@/app/(app)/dashboard/(leave)/request/form-values";
import { clock, type RequestTerms } from "@/app/(app)/dashboard/(leave)/request/leave-of-form";
import { halfDay } from "@/server/modules/leave/calendars/half-day";

type Props = {
  form: Form<RequestFormValues>;
  days: WorkDays;
  /** Undefined if it is no longer offered. */
  type: RequestTerms["types"][number] | undefined;
  errorAt: (name: keyof RequestFormValues) => string | undefined;
  idOf: (name: string) => string;
};

/** Full, half or part days, if the leave type allows them. A part chosen before a change of type stays visible. */
export function PartFields({ form: { values, change }, days, type, errorAt, idOf }: Props) {
  const t = useTranslations("leaves.form");
  // Stays mounted after a change back to full days, so that the focus is not lost.
  const [keptFor, setKeptFor] = useState<string>();
  const hasParts = type !== undefined && type.shortestDuration !== "FULL_DAY";
  if (!hasParts && values.part === "day" && keptFor !== values.leaveTypeId) return null;
  const half = (part: "first" | "second") => {
    const { from, to } = halfDay(part, dayLengthOn(days, values.startDate));
    return t(`parts.${part}`, { from: clock(from), to: clock(to) });
  };
  const hasHours = (hasParts && type.shortestDuration !== "HALF_DAY") || values.part === "hours";
  const radio = (part: RequestFormValues["part"], label: string) => (
    <Radio
      id={part === "day" ? idOf("part") : undefined}
      name="part"
      value={part}
      label={label}
      checked={values.part === part}
      onChange={() => {
        change({ part });
        setKeptFor(values.leaveTypeId);
      }}
    />
  );
  const time = (name: "startTime" | "endTime") => (
    <Field id={idOf(name)} label={t(name)} error={errorAt(name)} required className="w-28">
      <TimeInput name={name} value={values[name]} onChange={(value) => change({ [name]: value })} />
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
