"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { newAttempt } from "@/app/_kit/form/new-attempt";
import { Button } from "@/app/_kit/ui/button";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import {
  bodyOf,
  emptyDestination,
  emptyForm,
  type FormValues,
} from "@/app/(app)/dashboard/(integrations)/open-api/notifications/form-values";
import { NotificationForm } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/notification-form";
import type { NotificationTerms } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/notification-views";
import { paths } from "@/app/paths";
import type { NotificationFrequency, NotificationLocale } from "@/drizzle/schema/values";

type Props = {
  terms: NotificationTerms;
  frequency: NotificationFrequency;
  locale: NotificationLocale;
  /** The user's time zone, as the server knows it. */
  timezone: string;
};

/** "Create notification". */
export function NewNotificationForm({ terms, frequency, locale, timezone }: Props) {
  const t = useTranslations("notifications");
  const router = useRouter();
  const toast = useToast();
  const calls = useTRPCClient();
  // One idempotency key per form, kept across retries: a repetition creates no second notification.
  const [attempt] = useState(newAttempt);
  const [start] = useState(() =>
    emptyForm(frequency, {
      locale,
      timezone,
      destinations: [{ ...emptyDestination(), key: "first" }],
    }),
  );
  const [isDone, setDone] = useState(false);
  const save = async (values: FormValues) => {
    const body = bodyOf(values);
    const notification =
      body.frequency === "BIRTHDAY"
        ? { ...body, enabled: values.enabled }
        : { ...body, enabled: true as const };
    const made = await calls.notifications.create.mutate({ attempt, notification });
    setDone(true);
    toast.success(t("new.done", { name: made.name }));
    // Not push: Back should lead to the list, not to an empty form.
    router.replace(paths.notification(made.id));
  };
  return (
    <NotificationForm
      terms={terms}
      start={start}
      save={save}
      buttons={(isSaving) => (
        <>
          <Button type="submit" variant="primary" pending={isSaving || isDone}>
            {t("form.save")}
          </Button>
          <LinkButton href={paths.notifications} variant="ghost">
            {t("form.cancel")}
          </LinkButton>
        </>
      )}
    />
  );
}
