"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Field } from "@/app/_kit/ui/field";
import { TimeInput } from "@/app/_kit/ui/time-input";
import { DaySelect } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/day-select";
import { DayToggles } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/day-toggles";
import { fieldId } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/form-faults";
import { ZonePicker } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/zone-picker";

interface Times {
  sendOnDays: number[];
  day: number;
  time: string;
  timezone: string;
}
interface TimesForm {
  values: Times & { frequency: string };
  change(part: Partial<Times>): void;
  errorAt(path: keyof Times): string | undefined;
}

type Props = {
  form: TimesForm;
  timeHelp: string;
  /** The day field of a schedule that is neither daily nor weekly. */
  children?: ReactNode;
};

/** Days, time and time zone. */
export function SendTimes({ form: { values, change, errorAt }, timeHelp, children }: Props) {
  const t = useTranslations("notifications.form");
  return (
    <>
      {values.frequency === "DAILY" ? (
        <DayToggles
          value={values.sendOnDays}
          onChange={(sendOnDays) => change({ sendOnDays })}
          error={errorAt("sendOnDays")}
        />
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        {values.frequency === "WEEKLY" ? (
          <DaySelect
            path="day"
            label={t("day")}
            value={values.day}
            onChange={(day) => change({ day })}
            error={errorAt("day")}
          />
        ) : null}
        {children}
        <Field id={fieldId("time")} label={t("time")} help={timeHelp} error={errorAt("time")} required>
          <TimeInput value={values.time} onChange={(time) => change({ time })} className="w-24" />
        </Field>
        <ZonePicker
          value={values.timezone}
          onChange={(timezone) => change({ timezone })}
          error={errorAt("timezone")}
        />
      </div>
    </>
  );
}
