"use client";

import { useTranslations } from "next-intl";
import { Card } from "@/app/_ui/card";
import { Checkbox } from "@/app/_ui/checkbox";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { Select } from "@/app/_ui/select";
import { DayToggles } from "@/app/(web)/dashboard/open-api/notifications/day-toggles";
import { fieldId } from "@/app/(web)/dashboard/open-api/notifications/form-faults";
import { useDayNames } from "@/app/(web)/dashboard/open-api/notifications/use-day-names";
import type { NotificationForm } from "@/app/(web)/dashboard/open-api/notifications/use-notification-form";
import { ZonePicker } from "@/app/(web)/dashboard/open-api/notifications/zone-picker";
import type { Weekday } from "@/drizzle/schema/values";

/** Monday first, as people plan. */
export const weekFromMonday: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 0];

/** On which days, when and in whose clock. */
export function ScheduleFields({ form, isNew }: { form: NotificationForm; isNew: boolean }) {
  const t = useTranslations("notifications.form");
  const { values, change, errorAt } = form;
  const isBirthday = values.frequency === "BIRTHDAY";
  return (
    <Card title={t("schedule")} titleId="schedule-heading">
      <div className="flex flex-col gap-4">
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
          <Field id={fieldId("time")} label={t("time")} help={t("timeHelp")} error={errorAt("time")} required>
            <Input
              type="time"
              value={values.time}
              onChange={({ target }) => change({ time: target.value.slice(0, 5) })}
            />
          </Field>
          <ZonePicker
            value={values.timezone}
            onChange={(timezone) => change({ timezone })}
            error={errorAt("timezone")}
          />
        </div>
        {isBirthday ? (
          <Checkbox
            label={t("nonWorkingDays")}
            description={t("nonWorkingDaysHelp")}
            checked={values.sendOnNonWorkingDays}
            onChange={({ target }) => change({ sendOnNonWorkingDays: target.checked })}
          />
        ) : null}
        {/* A new one of another kind is always enabled: the API refuses anything else. */}
        {isBirthday && isNew ? (
          <Checkbox
            label={t("enabled")}
            description={t("enabledHelp")}
            checked={values.enabled}
            onChange={({ target }) => change({ enabled: target.checked })}
          />
        ) : null}
      </div>
    </Card>
  );
}

type DaySelectProps = {
  path: "day" | "firstDayOfWeek";
  label: string;
  value: number;
  onChange: (day: number) => void;
  error: string | undefined;
};

export function DaySelect({ path, label, value, onChange, error }: DaySelectProps) {
  const dayName = useDayNames();
  return (
    <Field id={fieldId(path)} label={label} error={error}>
      <Select
        value={String(value)}
        onChange={({ target }) => onChange(Number(target.value))}
        options={weekFromMonday.map((day) => ({ value: String(day), label: dayName(day) }))}
      />
    </Field>
  );
}
