"use client";

import { useTranslations } from "next-intl";
import { Card } from "@/app/_kit/ui/card";
import { Field } from "@/app/_kit/ui/field";
import { Radio, RadioGroup } from "@/app/_kit/ui/radio-group";
import { Select } from "@/app/_kit/ui/select";
import { fieldId } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/form-faults";
import { SendTimes } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/send-times";
import type { ReportFormState } from "@/app/(app)/dashboard/(integrations)/open-api/reports/use-report-form";
import { reportFrequencies } from "@/drizzle/schema/values";

/** Frequency, days, time and time zone. */
export function ScheduleFields({ form }: { form: ReportFormState }) {
  const t = useTranslations("reports.form");
  const { values, change } = form;
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
        <SendTimes form={form} timeHelp={t("timeHelp")}>
          {values.frequency === "MONTHLY" ? <MonthDay form={form} /> : null}
        </SendTimes>
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
