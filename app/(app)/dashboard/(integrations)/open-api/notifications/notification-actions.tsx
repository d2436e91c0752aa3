"use client";

import { History, Pause, PenLine, Play, Send, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmAction } from "@/app/_kit/form/confirm-action";
import { useHandOverFocus } from "@/app/_kit/page/use-hand-over-focus";
import { Menu, MenuItem, MenuSeparator } from "@/app/_kit/ui/menu";
import type { NotificationListed } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/notification-views";
import {
  useDeleteNotification,
  useEnableNotification,
  useSendTest,
} from "@/app/(app)/dashboard/(integrations)/open-api/notifications/use-notification-acts";
import { paths } from "@/app/paths";

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
