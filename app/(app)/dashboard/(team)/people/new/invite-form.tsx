"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { newAttempt } from "@/app/_kit/form/new-attempt";
import { Card } from "@/app/_kit/ui/card";
import { Field } from "@/app/_kit/ui/field";
import { Select } from "@/app/_kit/ui/select";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { type PersonChoices, PersonFields } from "@/app/(app)/dashboard/(team)/people/person-form";
import { PersonFormFrame } from "@/app/(app)/dashboard/(team)/people/person-form-frame";
import type { PersonValues } from "@/app/(app)/dashboard/(team)/people/person-values";
import { newBodyOf, usePersonForm } from "@/app/(app)/dashboard/(team)/people/use-person-form";
import { paths } from "@/app/paths";
import { type NotificationLocale, notificationLocales } from "@/drizzle/schema/values";

type Props = {
  choices: PersonChoices;
  defaults: Pick<PersonValues, "departmentId" | "locationId">;
  appoints: boolean;
  /** The language of the mail by default. */
  language: NotificationLocale;
  hasMail: boolean;
};

/** Adds a person and mails them an invitation. */
export function InviteForm({ choices, defaults, appoints, language: first, hasMail }: Props) {
  const t = useTranslations("people");
  const router = useRouter();
  const toast = useToast();
  const { invitations } = useTRPCClient();
  const [language, setLanguage] = useState(first);
  // One idempotency key per form content: changed content gets another one.
  const [attempt, setAttempt] = useState(() => ({ key: newAttempt(), of: "" }));
  const [done, setDone] = useState(false);
  const start: PersonValues = {
    ...{ name: "", email: "", employeeId: "", startDate: "", endDate: "", birthday: "", role: "USER" },
    ...defaults,
    ...{ labels: [], approverId: "", managedLocationIds: [], approvedDepartmentIds: [] },
  };
  const form = usePersonForm(start, async (values) => {
    const sent = { language, person: newBodyOf(values, appoints) };
    const of = JSON.stringify(sent);
    const key = attempt.of === "" || attempt.of === of ? attempt.key : newAttempt();
    setAttempt({ key, of });
    const { id } = await invitations.create.mutate({ attempt: key, ...sent });
    setDone(true);
    toast.success(
      hasMail
        ? t("invite.done", { email: values.email })
        : t("invite.doneWithoutMail", { name: values.name }),
    );
    // Not push: Back should not lead to a form that was sent.
    router.replace(paths.person(id));
  });
  return (
    <PersonFormFrame
      form={form}
      done={done}
      submit={t(hasMail ? "invite.submit" : "invite.submitWithoutMail")}
      leave={t("invite.leave")}
      backHref={paths.people}
    >
      <PersonFields form={form} choices={choices} appoints={appoints} />
      {hasMail ? (
        <Card title={t("invite.mail")} titleId="person-mail">
          <Field label={t("invite.language")} help={t("invite.languageHelp")} className="sm:max-w-72">
            <Select
              value={language}
              onChange={({ target }) => setLanguage(target.value as NotificationLocale)}
              options={notificationLocales.map((locale) => ({
                value: locale,
                label: t(`languages.${locale}`),
              }))}
            />
          </Field>
        </Card>
      ) : null}
    </PersonFormFrame>
  );
}
