"use client";

import { Send } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { Button } from "@/app/_kit/ui/button";
import { Card } from "@/app/_kit/ui/card";
import { besidePreview } from "@/app/_kit/ui/layouts";
import { Note } from "@/app/_kit/ui/note";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { EnabledSwitch } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/enabled-switch";
import {
  bodyOf,
  type FormValues,
  filledForm,
} from "@/app/(app)/dashboard/(integrations)/open-api/notifications/form-values";
import { NotificationForm } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/notification-form";
import type {
  NotificationListed,
  NotificationTerms,
} from "@/app/(app)/dashboard/(integrations)/open-api/notifications/notification-views";
import {
  useDeleteNotification,
  useSendTest,
} from "@/app/(app)/dashboard/(integrations)/open-api/notifications/use-notification-acts";
import { paths } from "@/app/paths";

/** "Send test message", to the saved destinations. */
function SendTest({ id, name }: { id: string; name: string }) {
  const t = useTranslations("notifications.test");
  const { send, isSending } = useSendTest({ id, name });
  return (
    <Card title={t("title")} titleId="test-heading" description={t("help")}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button onClick={() => void send()} pending={isSending}>
          <Send aria-hidden />
          {t("send")}
        </Button>
        <TextLink href={`${paths.notification(id)}?tab=history`}>{t("toHistory")}</TextLink>
      </div>
    </Card>
  );
}

type Props = { notification: NotificationListed; terms: NotificationTerms };

/** The tab "Settings": pausing, the form, a test message, and the danger area. */
export function NotificationSettings({ notification, terms }: Props) {
  const t = useTranslations("notifications");
  const { id, name, enabled } = notification;
  return (
    <div className="flex flex-col gap-5">
      {terms.mayCreate ? (
        <Card>
          <EnabledSwitch notification={notification} />
          {enabled ? null : <p className="mt-1 text-muted">{t("enable.pausedMore")}</p>}
        </Card>
      ) : (
        <Note tone="warning" label={t("refused.title")}>
          {t("refused.noChange")}
        </Note>
      )}
      {terms.mayCreate ? <EditForm notification={notification} terms={terms} /> : null}
      <div className={besidePreview}>
        <div className="flex min-w-0 flex-col gap-5">
          <SendTest id={id} name={name} />
          <Danger id={id} name={name} />
        </div>
      </div>
    </div>
  );
}

function EditForm({ notification, terms }: Props) {
  const t = useTranslations("notifications");
  const router = useRouter();
  const toast = useToast();
  const calls = useTRPCClient();
  const [start] = useState(() => filledForm(notification));
  const save = async (values: FormValues) => {
    await calls.notifications.update.mutate({ id: notification.id, patch: bodyOf(values) });
    toast.success(t("form.saved"));
    router.refresh();
  };
  return (
    <NotificationForm
      id={notification.id}
      terms={terms}
      start={start}
      save={save}
      buttons={(isSaving) => (
        <Button type="submit" variant="primary" pending={isSaving}>
          {t("form.save")}
        </Button>
      )}
    />
  );
}

function Danger({ id, name }: { id: string; name: string }) {
  const t = useTranslations("notifications.delete");
  return (
    <Card title={t("area")} titleId="danger-heading" className="border-danger-line" description={t("text")}>
      <ConfirmButton {...useDeleteNotification({ id, name, leaveTo: paths.notifications })} />
    </Card>
  );
}
