"use client";

import { useTimeZone, useTranslations } from "next-intl";
import { useState } from "react";
import { clockTime } from "@/app/_ui/clock-time";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { TimeInput } from "@/app/_ui/time-input";
import { momentOf, wallText } from "@/app/_ui/wall-time";

type Props = {
  label: string;
  value: Date | null;
  onChange: (value: Date | null) => void;
  help?: string;
  error?: string | undefined;
};

/** A moment to the minute, in the reader's zone: its day, and its time on a clock of 24 hours. */
export function MomentField({ label, value, onChange, help, error }: Props) {
  const t = useTranslations("common");
  const timeZone = useTimeZone() ?? "UTC";
  const shown = value ? wallText(value, timeZone) : "";
  const [known, setKnown] = useState(shown);
  const [day, setDay] = useState(shown.slice(0, 10));
  const [time, setTime] = useState(shown.slice(11));
  if (shown !== known) {
    setKnown(shown);
    // What is being typed stays as it is typed.
    if (shown.slice(0, 10) !== day) setDay(shown.slice(0, 10));
    if (shown.slice(11) !== clockTime(time)) setTime(shown.slice(11));
  }
  const change = (newDay: string, newTime: string) => {
    setDay(newDay);
    setTime(newTime);
    const clock = clockTime(newTime || "00:00");
    if (newDay === "") onChange(null);
    else if (clock) onChange(momentOf(`${newDay}T${clock}`, timeZone));
  };
  const isWrong = time !== "" && clockTime(time) === null;
  return (
    <div className="flex w-full min-w-0 gap-1.5 sm:w-auto">
      <Field label={label} help={help} error={error} className="min-w-0 flex-1 sm:w-36 sm:flex-none">
        <Input type="date" value={day} onChange={({ target }) => change(target.value, time)} />
      </Field>
      <Field
        label={
          <>
            <span className="sr-only">{label}, </span>
            {t("time.label")}
          </>
        }
        error={isWrong ? t("time.wrong") : undefined}
        className="w-20 shrink-0"
      >
        <TimeInput value={time} onChange={(newTime) => change(day, newTime)} />
      </Field>
    </div>
  );
}
