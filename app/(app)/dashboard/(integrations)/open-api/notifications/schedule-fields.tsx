"use client";

import { useTranslations } from "next-intl";
import { Card } from "@/app/_kit/ui/card";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { SendTimes } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/send-times";
import type { NotificationForm } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/use-notification-form";

/** The schedule, with the fields that only birthdays have. */
export function ScheduleFields({ form, isNew }: { form: NotificationForm; isNew: boolean }) {
  const t = useTranslations("notifications.form");
  const { values, change } = form;
  const isBirthday = values.frequency === "BIRTHDAY";
  return (
    <Card title={t("schedule")} titleId="schedule-heading">
      <div className="flex flex-col gap-4">
        <SendTimes form={form} timeHelp={t("timeHelp")} />
        {isBirthday ? (
          <Checkbox
            label={t("nonWorkingDays")}
            description={t("nonWorkingDaysHelp")}
            checked={values.sendOnNonWorkingDays}
            onChange={({ target }) => change({ sendOnNonWorkingDays: target.checked })}
          />
        ) : null}
        {/* A new notification of another kind is always enabled: the API refuses anything else. */}
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
