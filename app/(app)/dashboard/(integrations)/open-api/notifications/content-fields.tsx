"use client";

import { useTranslations } from "next-intl";
import { Card } from "@/app/_kit/ui/card";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { Field } from "@/app/_kit/ui/field";
import { Radio, RadioGroup } from "@/app/_kit/ui/radio-group";
import { Select } from "@/app/_kit/ui/select";
import { DaySelect } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/day-select";
import { fieldId } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/form-faults";
import type { NotificationForm } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/use-notification-form";
import {
  type NotificationGrouping,
  type NotificationLocale,
  notificationGroupings,
  notificationLocales,
} from "@/drizzle/schema/values";

/** Language, grouping, and whether it is sent when no one is absent. */
export function ContentFields({ form }: { form: NotificationForm }) {
  const t = useTranslations("notifications.form");
  const { values, change, errorAt } = form;
  const isSummary = values.frequency !== "BIRTHDAY";
  return (
    <Card title={t("content")} titleId="content-heading">
      <div className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field id={fieldId("locale")} label={t("language")} error={errorAt("locale")}>
            <Select
              value={values.locale}
              onChange={({ target }) => change({ locale: target.value as NotificationLocale })}
              options={notificationLocales.map((value) => ({ value, label: t(`languages.${value}`) }))}
            />
          </Field>
          {isSummary ? (
            <Field id={fieldId("groupBy")} label={t("groupBy")} error={errorAt("groupBy")}>
              <Select
                value={values.groupBy}
                onChange={({ target }) => change({ groupBy: target.value as NotificationGrouping })}
                options={notificationGroupings.map((value) => ({ value, label: t(`groupings.${value}`) }))}
              />
            </Field>
          ) : null}
        </div>
        {values.frequency === "WEEKLY" ? <WeekFields form={form} /> : null}
        {isSummary ? (
          <Checkbox
            label={t("sendEmpty")}
            description={t("sendEmptyHelp")}
            checked={values.sendEmpty}
            onChange={({ target }) => change({ sendEmpty: target.checked })}
          />
        ) : null}
      </div>
    </Card>
  );
}

function WeekFields({ form: { values, change, errorAt } }: { form: NotificationForm }) {
  const t = useTranslations("notifications.form");
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <RadioGroup label={t("week")}>
        <Radio
          name="currentWeek"
          label={t("thisWeek")}
          checked={values.currentWeek}
          onChange={() => change({ currentWeek: true })}
          autoComplete="off"
        />
        <Radio
          name="currentWeek"
          label={t("nextWeek")}
          checked={!values.currentWeek}
          onChange={() => change({ currentWeek: false })}
          autoComplete="off"
        />
      </RadioGroup>
      <DaySelect
        path="firstDayOfWeek"
        label={t("firstDay")}
        value={values.firstDayOfWeek}
        onChange={(firstDayOfWeek) => change({ firstDayOfWeek })}
        error={errorAt("firstDayOfWeek")}
      />
    </div>
  );
}
