"use client";

import { useTimeZone, useTranslations } from "next-intl";
import { useState } from "react";
import { timeOfDay } from "@/app/_kit/ui/clock-time";
import { DateField } from "@/app/_kit/ui/date-field";
import { Field } from "@/app/_kit/ui/field";
import { TimeInput } from "@/app/_kit/ui/time-input";
import { momentOf, wallText } from "@/app/_kit/ui/wall-time";
import { isCalendarDate } from "@/server/kernel/time/date-range";

type Props = {
  label: string;
  value: Date | null;
  onChange: (value: Date | null) => void;
  help?: string;
  error?: string | undefined;
};

/** A time to the minute, in the reader's zone: its day, and a time of day on a 24-hour clock. */
export function MomentField({ label, value, onChange, help, error }: Props) {
  const t = useTranslations("common");
  const timeZone = useTimeZone() ?? "UTC";
  const shown = value ? wallText(value, timeZone) : "";
  const [known, setKnown] = useState(shown);
  const [day, setDay] = useState(shown.slice(0, 10));
  const [time, setTime] = useState(shown.slice(11));
  if (shown !== known) {
    setKnown(shown);
    // Text that is being typed stays.
    if (shown.slice(0, 10) !== day) setDay(shown.slice(0, 10));
    if (shown.slice(11) !== timeOfDay(time)) setTime(shown.slice(11));
  }
  const change = (newDay: string, newTime: string) => {
    setDay(newDay);
    setTime(newTime);
    const clock = timeOfDay(newTime || "00:00");
    if (newDay === "") onChange(null);
    else if (clock && isCalendarDate(newDay)) onChange(momentOf(`${newDay}T${clock}`, timeZone));
  };
  const isWrong = time !== "" && timeOfDay(time) === null;
  return (
    <div className="flex w-full min-w-0 gap-1.5 sm:w-auto">
      <DateField
        label={label}
        help={help}
        error={error}
        value={day}
        onChange={(newDay) => change(newDay, time)}
        pastDays={365}
        className="min-w-0 flex-1 sm:w-48 sm:flex-none"
      />
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

type Range = { from: Date | null; to: Date | null };
type RangeProps = {
  labels: Record<keyof Range, string>;
  value: Range;
  onChange: (part: Partial<Range>) => void;
};

/** From one time to another, each of which may be left open. */
export function MomentRange({ labels, value, onChange }: RangeProps) {
  return (
    <>
      <MomentField label={labels.from} value={value.from} onChange={(from) => onChange({ from })} />
      <MomentField label={labels.to} value={value.to} onChange={(to) => onChange({ to })} />
    </>
  );
}
