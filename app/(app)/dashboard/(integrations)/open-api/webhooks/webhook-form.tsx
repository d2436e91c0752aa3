"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LeaveGuard } from "@/app/_kit/form/leave-guard";
import { readBy } from "@/app/_kit/form/read-by";
import { fieldAmong, useForm } from "@/app/_kit/form/use-form";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { ErrorSummary } from "@/app/_kit/ui/error-summary";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { descriptionLength } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/description-length";
import { EventPicker } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/event-picker";
import type {
  WebhookFormInput,
  WebhookFormOutput,
} from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-form-values";
import type { EventView } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";

const idOf = (field: string) => `webhook-${field}`;

export type WebhookFormProps = {
  events: readonly EventView[];
  /** `host:port` of test receivers that the operator permits. */
  allowHosts: readonly string[];
  start: WebhookFormInput;
  /** Submits the form. Errors that it throws are shown at their fields. */
  save: (values: WebhookFormOutput) => Promise<unknown>;
  /** The question before unsaved changes are discarded. */
  leaveTitle: string;
  buttons: (pending: boolean) => ReactNode;
};

/** Endpoint URL, description and events of a webhook. */
export function WebhookForm({ events, allowHosts, start, save, leaveTitle, buttons }: WebhookFormProps) {
  const t = useTranslations("webhooks");
  const form = useForm<WebhookFormInput, WebhookFormOutput>(start, {
    read: async (values) => {
      const { webhookForm } = await import(
        "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-form-values"
      );
      return readBy(webhookForm(t, allowHosts), values);
    },
    fieldOf: fieldAmong(["url", "description", "events"]),
    save,
    idOf,
  });
  const { errorAt } = form;
  const { description, events: chosen } = form.values;
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-5">
      <ErrorSummary errors={form.summary} />
      <Field id={idOf("url")} label={t("form.url")} help={t("form.urlHelp")} error={errorAt("url")} required>
        <Input
          {...form.bind("url")}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://hooks.example.com/leave"
        />
      </Field>
      <Field
        id={idOf("description")}
        label={t("form.description")}
        help={t("form.used", { used: [...description].length, most: descriptionLength })}
        error={errorAt("description")}
        optional
      >
        <Input {...form.bind("description")} autoComplete="off" />
      </Field>
      <EventPicker
        id={idOf("events")}
        events={events}
        value={chosen}
        onChange={(next) => form.change({ events: next })}
        error={errorAt("events")}
      />
      {form.failure ? <ErrorPanel error={form.failure} /> : null}
      {buttons(form.isSaving)}
      <LeaveGuard active={form.isDirty} title={leaveTitle} />
    </form>
  );
}
