"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { languageNames } from "@/app/_i18n/languages";
import { useCall } from "@/app/_kit/form/use-call";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Field } from "@/app/_kit/ui/field";
import { Select } from "@/app/_kit/ui/select";
import { Switch } from "@/app/_kit/ui/switch";
import { useTRPCClient } from "@/app/_trpc/client";
import { notificationLocales } from "@/drizzle/schema/values";
import { type MailPreferences, mailSwitches, pushSwitches } from "@/server/modules/leave/mail/schema";

/** Changes the user's preferences, each at once. */
function usePreferences(preferences: MailPreferences) {
  const t = useTranslations("settings.mail");
  const [shown, setShown] = useState(preferences);
  const { send, error } = useCall(useTRPCClient().mailPreferences.update.mutate, { done: () => t("saved") });
  const change = async (patch: Partial<MailPreferences>) => {
    const before = shown;
    setShown({ ...shown, ...patch });
    if (!(await send(patch))) setShown(before);
  };
  return { shown, change, error };
}

/** One switch for each kind of mail, and the language of mails. Each takes effect at once. */
export function MailSwitches({ preferences }: { preferences: MailPreferences }) {
  const t = useTranslations("settings.mail");
  const { shown, change, error } = usePreferences(preferences);
  return (
    <div className="flex flex-col gap-5">
      {mailSwitches.map((kind) => (
        <Switch
          key={kind}
          label={t(`${kind}.label`)}
          description={t(`${kind}.text`)}
          checked={shown[kind]}
          onChange={({ target }) => void change({ [kind]: target.checked })}
        />
      ))}
      <Switch label={t("decisions.label")} description={t("decisions.text")} checked disabled readOnly />
      <Field label={t("language")} help={t("languageHelp")} className="w-full sm:w-72">
        <Select
          value={shown.language ?? ""}
          onChange={({ target }) =>
            void change({ language: notificationLocales.find((one) => one === target.value) ?? null })
          }
          options={[
            { value: "", label: t("asPages") },
            ...notificationLocales.map((value) => ({ value, label: languageNames[value] })),
          ]}
        />
      </Field>
      {error ? <ErrorPanel error={error} /> : null}
    </div>
  );
}

/** One switch for each kind of push notification, on all of the user's devices. */
export function PushSwitches({ preferences }: { preferences: MailPreferences }) {
  const t = useTranslations("devices");
  const { shown, change, error } = usePreferences(preferences);
  return (
    <div className="flex flex-col gap-5">
      {pushSwitches.map((kind) => (
        <Switch
          key={kind}
          label={t(`${kind}.label`)}
          description={t(`${kind}.text`)}
          checked={shown[kind]}
          onChange={({ target }) => void change({ [kind]: target.checked })}
        />
      ))}
      {error ? <ErrorPanel error={error} /> : null}
    </div>
  );
}
