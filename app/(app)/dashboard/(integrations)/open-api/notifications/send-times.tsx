"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/app/_kit/ui/button";
import { cn } from "@/app/_kit/ui/class-names";
import { Field } from "@/app/_kit/ui/field";
import { Fieldset } from "@/app/_kit/ui/fieldset";
import { Picker } from "@/app/_kit/ui/picker";
import { TimeInput } from "@/app/_kit/ui/time-input";
import { useIsAwake } from "@/app/_kit/ui/use-is-awake";
import {
  DaySelect,
  weekFromMonday,
} from "@/app/(app)/dashboard/(integrations)/open-api/notifications/day-select";
import { fieldId } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/form-faults";
import { useDayNames } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/use-when-words";
import { ownZone, useZones } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/zone-choices";

type ZonePickerProps = { value: string; onChange: (zone: string) => void; error: string | undefined };

/** A time zone picker with search; "Use my time zone" takes the browser's. */
function ZonePicker({ value, onChange, error }: ZonePickerProps) {
  const t = useTranslations("notifications.zone");
  const isAwake = useIsAwake();
  const isOwn = isAwake && ownZone() === value;
  return (
    <Field id={fieldId("timezone")} label={t("label")} error={error} help={isOwn ? t("isYours") : undefined}>
      <Picker
        words={{ title: t("title"), search: t("search"), none: t("none") }}
        value={value}
        onChoose={(zone) => onChange(zone.value)}
        useChoices={useZones}
      >
        {value}
      </Picker>
      {isOwn ? null : (
        <div>
          <Button size="sm" variant="ghost" onClick={() => onChange(ownZone())} className="-ms-2">
            {t("useMine")}
          </Button>
        </div>
      )}
    </Field>
  );
}

type DayTogglesProps = {
  value: readonly number[];
  onChange: (days: number[]) => void;
  error: string | undefined;
};

/** The days of the week side by side, multiple choice. */
function DayToggles({ value, onChange, error }: DayTogglesProps) {
  const t = useTranslations("notifications.form");
  const dayName = useDayNames();
  const toggle = (day: number) =>
    onChange(value.includes(day) ? value.filter((one) => one !== day) : [...value, day]);
  return (
    <Fieldset id={fieldId("sendOnDays")} legend={t("days")} error={error}>
      <div className="grid max-w-md grid-cols-7 gap-1 sm:flex sm:gap-1.5">
        {weekFromMonday.map((day) => {
          const isOn = value.includes(day);
          return (
            <button
              key={day}
              type="button"
              aria-pressed={isOn}
              aria-label={dayName(day)}
              onClick={() => toggle(day)}
              className={cn(
                "h-8 rounded-md border font-medium sm:min-w-11 sm:px-2 transition-colors pointer-coarse:h-11",
                isOn
                  ? "border-accent bg-accent text-on-accent hover:bg-accent-hover forced-colors:bg-[Highlight]"
                  : "border-control bg-surface hover:bg-hover",
              )}
            >
              {dayName(day, "short")}
            </button>
          );
        })}
      </div>
    </Fieldset>
  );
}

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
