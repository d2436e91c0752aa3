"use client";

import { useTranslations } from "next-intl";
import { Note } from "@/app/_kit/ui/note";
import { Radio, RadioGroup } from "@/app/_kit/ui/radio-group";
import type { NotificationForm } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/use-notification-form";
import { type NotificationFrequency, notificationFrequencies } from "@/drizzle/schema/values";

type Props = {
  form: NotificationForm;
  /** The kind of the stored notification; null during creation. */
  stored: NotificationFrequency | null;
};

/** Daily and weekly are interchangeable. Birthdays stay birthdays, as the group's text explains. */
export function KindFields({ form: { values, change }, stored }: Props) {
  const t = useTranslations("notifications.form");
  const isLocked = (kind: NotificationFrequency) =>
    stored !== null && (stored === "BIRTHDAY") !== (kind === "BIRTHDAY");
  return (
    <div className="flex flex-col gap-3">
      <RadioGroup label={t("kind")} className="sm:grid sm:grid-cols-3 sm:[&>:first-child]:col-span-3">
        {notificationFrequencies.map((kind) => (
          <Radio
            key={kind}
            name="frequency"
            label={t(`kinds.${kind}.label`)}
            description={t(`kinds.${kind}.description`)}
            checked={values.frequency === kind}
            disabled={isLocked(kind)}
            onChange={() => change({ frequency: kind })}
            autoComplete="off"
          />
        ))}
      </RadioGroup>
      {stored === null ? null : (
        <Note label={t("kindLockedLabel")}>{t(stored === "BIRTHDAY" ? "birthdayLocked" : "noBirthday")}</Note>
      )}
    </div>
  );
}
