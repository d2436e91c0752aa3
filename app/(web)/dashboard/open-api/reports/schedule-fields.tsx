"use client";

import { useTranslations } from "next-intl";
import { Card } from "@/app/_ui/card";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { Radio, RadioGroup } from "@/app/_ui/radio-group";
import { Select } from "@/app/_ui/select";
import { DayToggles } from "@/app/(web)/dashboard/open-api/notifications/day-toggles";
import { fieldId } from "@/app/(web)/dashboard/open-api/notifications/form-faults";
import { DaySelect } from "@/app/(web)/dashboard/open-api/notifications/schedule-fields";
import { ZonePicker } from "@/app/(web)/dashboard/open-api/notifications/zone-picker";
import type { ReportFormState } from "@/app/(web)/dashboard/open-api/reports/use-report-form";
import { reportFrequencies } from "@/drizzle/schema/values";

/** How often, on which days, when and in whose clock. */
export function ScheduleFields({ form }: { form: ReportFormState }) {
  const t = useTranslations("reports.form");
  const { values, change, errorAt } = form;
  return (
    <Card title={t("schedule")} titleId="schedule-heading">
      <div className="flex flex-col gap-4">
        <RadioGroup label={t("frequency")}>
          {reportFrequencies.map((frequency) => (
            <Radio
              key={frequency}
              name="frequency"
              label={t(`frequencies.${frequency}`)}
              checked={values.frequency === frequency}
              onChange={() => change({ frequency })}
            />
          ))}
        </RadioGroup>
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
          {values.frequency === "MONTHLY" ? <MonthDay form={form} /> : null}
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
      </div>
    </Card>
  );
}

const monthDays = Array.from({ length: 28 }, (_, index) => String(index + 1));

function MonthDay({ form: { values, change, errorAt } }: { form: ReportFormState }) {
  const t = useTranslations("reports.form");
  return (
    <Field id={fieldId("dayOfMonth")} label={t("dayOfMonth")} error={errorAt("dayOfMonth")}>
      <Select
        value={values.dayOfMonth}
        onChange={({ target }) => change({ dayOfMonth: target.value })}
        options={[
          ...monthDays.map((day) => ({ value: day, label: t("nthDay", { day: Number(day) }) })),
          { value: "LAST", label: t("lastDay") },
        ]}
      />
    </Field>
  );
}
