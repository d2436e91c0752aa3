"use client";

import { useTranslations } from "next-intl";
import { Switch } from "@/app/_kit/ui/switch";
import { VisuallyHidden } from "@/app/_kit/ui/visually-hidden";
import type { NotificationListed } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/notification-views";
import { useEnableNotification } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/use-notification-acts";

type Props = { notification: NotificationListed; disabled?: boolean; labelHidden?: boolean };

/** The switch "Enabled: Monday overview". It takes effect at once; a pause can be undone. */
export function EnabledSwitch({ notification, disabled, labelHidden = false }: Props) {
  const t = useTranslations("notifications.enable");
  const { isEnabled, enable } = useEnableNotification(notification);
  const label = t("label", { name: notification.name });
  return (
    <Switch
      label={labelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      checked={isEnabled}
      disabled={disabled}
      onChange={({ target }) => void enable(target.checked)}
      // A browser that restores form fields after a reload would do so without React noticing.
      autoComplete="off"
      className={labelHidden ? "w-fit gap-0" : ""}
    />
  );
}
