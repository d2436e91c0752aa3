"use client";

import { History, Pause, PenLine, Play, Send, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmAction } from "@/app/_resource/confirm-action";
import { Menu, MenuItem, MenuSeparator } from "@/app/_ui/menu";
import type { NotificationListed } from "@/app/(web)/dashboard/open-api/notifications/notification-views";
import { useDeleteNotification } from "@/app/(web)/dashboard/open-api/notifications/use-delete-notification";
import { useEnableNotification } from "@/app/(web)/dashboard/open-api/notifications/use-enable-notification";
import { useSendTest } from "@/app/(web)/dashboard/open-api/notifications/use-send-test";
import { paths } from "@/app/(web)/dashboard/paths";
import { useHandOverFocus } from "@/app/(web)/dashboard/use-hand-over-focus";

type Props = { notification: NotificationListed; mayChange: boolean };

/** The row menu of a notification, and its dialog. */
export function NotificationActions({ notification, mayChange }: Props) {
  const t = useTranslations("notifications.actions");
  const { id, name } = notification;
  const [isDeleting, setDeleting] = useState(false);
  const { isEnabled, enable } = useEnableNotification(notification);
  const deletion = useDeleteNotification({ id, name });
  const { send } = useSendTest(notification);
  const place = useHandOverFocus<HTMLSpanElement>();
  return (
    <span ref={place}>
      <Menu label={t("of", { name })}>
        <MenuItem href={paths.notification(id)} icon={<PenLine aria-hidden />}>
          {t("edit")}
        </MenuItem>
        <MenuItem href={`${paths.notification(id)}?tab=history`} icon={<History aria-hidden />}>
          {t("history")}
        </MenuItem>
        <MenuItem onSelect={() => void send()} icon={<Send aria-hidden />}>
          {t("test")}
        </MenuItem>
        {mayChange ? (
          <MenuItem
            onSelect={() => void enable(!isEnabled)}
            icon={isEnabled ? <Pause aria-hidden /> : <Play aria-hidden />}
          >
            {t(isEnabled ? "pause" : "resume")}
          </MenuItem>
        ) : null}
        <MenuSeparator />
        <MenuItem danger onSelect={() => setDeleting(true)} icon={<Trash2 aria-hidden />}>
          {t("delete")}
        </MenuItem>
      </Menu>
      <ConfirmAction {...deletion} open={isDeleting} onClose={() => setDeleting(false)} />
    </span>
  );
}
