"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Form } from "@/app/_kit/form/use-form";
import { Field } from "@/app/_kit/ui/field";
import { Radio, RadioGroup } from "@/app/_kit/ui/radio-group";
import { TimeInput } from "@/app/_kit/ui/time-input";
import type { RequestFormValues } from "@/app/(app)/dashboard/(leave)/request/form-values";
import type { RequestTerms } from "@/app/(app)/dashboard/(leave)/request/leave-of-form";

type Props = {
  form: Form<RequestFormValues>;
  /** Undefined if it is no longer offered. */
  type: RequestTerms["types"][number] | undefined;
  errorAt: (name: keyof RequestFormValues) => string | undefined;
  idOf: (name: string) => string;
};

/** Days or hours, if the leave type allows hours. Hours chosen before a change of type stay visible. */
export function PartFields({ form: { values, change }, type, errorAt, idOf }: Props) {
  const t = useTranslations("leaves.form");
  // Stays mounted after a change back to days, so that the focus is not lost.
  const [keptFor, setKeptFor] = useState<string>();
  const hasHours =
    type !== undefined && type.shortestDuration !== "FULL_DAY" && type.shortestDuration !== "HALF_DAY";
  if (!hasHours && values.part === "day" && keptFor !== values.leaveTypeId) return null;
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
        {radio("hours", t("parts.hours"))}
      </RadioGroup>
      {values.part === "hours" ? (
        <div className="flex flex-wrap gap-4">
          {time("startTime")}
          {time("endTime")}
        </div>
      ) : null}
    </>
  );
}
