"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { LeaveGuard } from "@/app/_kit/form/leave-guard";
import { readBy } from "@/app/_kit/form/read-by";
import { fieldAmong, useForm } from "@/app/_kit/form/use-form";
import { Badge } from "@/app/_kit/ui/badge";
import { Button } from "@/app/_kit/ui/button";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { CodeBlock } from "@/app/_kit/ui/code-block";
import { Dialog } from "@/app/_kit/ui/dialog";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { ErrorSummary } from "@/app/_kit/ui/error-summary";
import { Field } from "@/app/_kit/ui/field";
import { Fieldset } from "@/app/_kit/ui/fieldset";
import { Input } from "@/app/_kit/ui/input";
import { descriptionLength } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/description-length";
import type {
  WebhookFormInput,
  WebhookFormOutput,
} from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-form-values";
import type { EventView } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";
import { type EventType, eventTypes } from "@/drizzle/schema/values";

type Props = {
  id: string;
  events: readonly EventView[];
  value: readonly EventType[];
  onChange: (value: EventType[]) => void;
  error?: string;
};

const isEvent = (type: string): type is EventType => (eventTypes as readonly string[]).includes(type);

/** One checkbox for each event. Events that the role does not allow show the reason. `webhook.test` is only explained, not selectable. */
function EventPicker({ id, events, value, onChange, error }: Props) {
  const t = useTranslations("webhooks");
  const [sample, setSample] = useState<EventView | null>(null);
  // The dialog keeps its text while it fades out.
  const [shown, setShown] = useState<EventView | null>(null);
  const show = (event: EventView) => {
    setShown(event);
    setSample(event);
  };
  const open = events.flatMap(({ type, isSubscribable }) => (isSubscribable && isEvent(type) ? [type] : []));
  const hasAll = open.every((type) => value.includes(type));
  const toggle = (type: EventType, on: boolean) =>
    onChange(eventTypes.filter((each) => (each === type ? on : value.includes(each))));
  return (
    <>
      <Fieldset
        id={id}
        legend={t("picker.legend")}
        error={error}
        action={
          <Button size="sm" variant="ghost" onClick={() => onChange(hasAll ? [] : open)}>
            {hasAll ? t("picker.clearAll") : t("picker.selectAll")}
          </Button>
        }
      >
        {events.map((event) => (
          <div key={event.type} className="flex items-start justify-between gap-3">
            <EventRow event={event} value={value} toggle={toggle} />
            <Button
              size="sm"
              variant="ghost"
              aria-label={t("picker.viewSampleOf", { event: event.type })}
              onClick={() => show(event)}
              className="-my-1"
            >
              <span className="hidden sm:inline">{t("picker.viewSample")}</span>
              <span className="sm:hidden">{t("picker.sample")}</span>
            </Button>
          </div>
        ))}
      </Fieldset>
      <Dialog
        open={sample !== null}
        onOpenChange={(next) => (next ? undefined : setSample(null))}
        size="lg"
        title={t("picker.sampleOf", { event: shown?.type ?? "" })}
        description={t("picker.sampleNote")}
      >
        <CodeBlock label={t("picker.samplePayload")} code={JSON.stringify(shown?.sample ?? {}, null, 2)} />
      </Dialog>
    </>
  );
}

type RowProps = {
  event: EventView;
  value: readonly EventType[];
  toggle: (type: EventType, on: boolean) => void;
};

function EventRow({ event: { type, refusal, isSubscribable }, value, toggle }: RowProps) {
  const t = useTranslations("webhooks");
  const words = t(`events.${type}`);
  if (!isEvent(type))
    return (
      <div className="min-w-0 ps-6.5">
        <span className="flex flex-wrap items-center gap-x-2">
          {type} <Badge>{t("picker.always")}</Badge>
        </span>
        <p className="text-muted text-xs">{words}</p>
      </div>
    );
  const checked = value.includes(type);
  return (
    <Checkbox
      label={type}
      description={refusal ? `${words} ${refusal}` : words}
      checked={checked}
      // An event selected before a role change can still be deselected.
      disabled={!isSubscribable && !checked}
      onChange={({ target }) => toggle(type, target.checked)}
    />
  );
}

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
