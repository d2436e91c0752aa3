"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LeaveGuard } from "@/app/_kit/form/leave-guard";
import { Card } from "@/app/_kit/ui/card";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { ErrorSummary } from "@/app/_kit/ui/error-summary";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { besidePreview } from "@/app/_kit/ui/layouts";
import { AudienceFields } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/audience-fields";
import { ContentFields } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/content-fields";
import { DestinationFields } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/destination-fields";
import { fieldId } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/form-faults";
import type { FormValues } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/form-values";
import { KindFields } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/kind-fields";
import type { NotificationTerms } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/notification-views";
import { Preview } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/preview";
import { ScheduleFields } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/schedule-fields";
import { useNotificationForm } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/use-notification-form";

export type NotificationFormProps = {
  terms: NotificationTerms;
  start: FormValues;
  /** The id of the edited notification; undefined during creation. */
  id?: string;
  /** Submits the form. Errors that it throws are shown at their fields. */
  save: (values: FormValues) => Promise<unknown>;
  buttons: (isSaving: boolean) => ReactNode;
};

/** Kind, schedule, content, audience and destinations, beside a preview of the next message. */
export function NotificationForm({ terms, start, id, save, buttons }: NotificationFormProps) {
  const t = useTranslations("notifications.form");
  const form = useNotificationForm(start, save);
  const { values, change, errorAt } = form;
  return (
    <form
      onSubmit={form.submit}
      noValidate
      // A browser that restores form fields after a reload would do so without React noticing.
      autoComplete="off"
      className={besidePreview}
    >
      <div className="flex min-w-0 flex-col gap-5">
        <ErrorSummary errors={form.summary} />
        <Card>
          <div className="flex flex-col gap-5">
            <KindFields form={form} stored={id === undefined ? null : start.frequency} />
            <Field
              id={fieldId("name")}
              label={t("name")}
              help={t("nameHelp")}
              error={errorAt("name")}
              required
            >
              <Input value={values.name} onChange={({ target }) => change({ name: target.value })} />
            </Field>
          </div>
        </Card>
        <ScheduleFields form={form} isNew={id === undefined} />
        <ContentFields form={form} />
        <AudienceFields
          form={form}
          terms={terms}
          description={t("audienceHelp")}
          everyone={t("tellsEveryone")}
          some={(audience) => t("tellsOf", { audience })}
        />
        <DestinationFields form={form} terms={terms} />
        {form.failure ? <ErrorPanel error={form.failure} /> : null}
        <div className="flex flex-wrap gap-2">{buttons(form.isSaving)}</div>
      </div>
      <div className="min-w-0 xl:sticky xl:top-19">
        <Preview values={values} id={id} />
      </div>
      <LeaveGuard active={form.isDirty} title={t(id === undefined ? "leaveNew" : "leave")} />
    </form>
  );
}
