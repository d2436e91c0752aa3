"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useMemo, useState } from "react";
import { type FieldErrors, useForm, useWatch } from "react-hook-form";
import { errorOf } from "@/app/_trpc/error-of";
import { ErrorPanel, type ShownError } from "@/app/_ui/error-panel";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { lazyResolver } from "@/app/(web)/dashboard/lazy-resolver";
import { LeaveGuard } from "@/app/(web)/dashboard/leave-guard";
import { descriptionLength } from "@/app/(web)/dashboard/open-api/webhooks/description-length";
import { EventPicker } from "@/app/(web)/dashboard/open-api/webhooks/event-picker";
import type {
  WebhookFormInput,
  WebhookFormOutput,
} from "@/app/(web)/dashboard/open-api/webhooks/webhook-form-values";
import type { EventView } from "@/app/(web)/dashboard/open-api/webhooks/webhook-views";
import type { WebhookWords } from "@/app/(web)/dashboard/open-api/webhooks/webhook-words";
import { shownError } from "@/app/(web)/dashboard/shown-error";
import type { EventType } from "@/drizzle/schema/values";

const ids = { url: "webhook-url", description: "webhook-description", events: "webhook-events" };
const fields = ["url", "description", "events"] as const;

export type WebhookFormProps = {
  events: readonly EventView[];
  /** `host:port` of test receivers that the operator lets through. */
  allowHosts: readonly string[];
  start: WebhookFormInput;
  /** Sends what was filled in; what it throws is shown at its field. */
  save: (values: WebhookFormOutput) => Promise<unknown>;
  /** Asked when somebody leaves with changes. */
  leaveTitle: string;
  buttons: (pending: boolean) => ReactNode;
};

const resolverOf = (t: WebhookWords, allowHosts: readonly string[]) =>
  lazyResolver<WebhookFormInput, WebhookFormOutput>(async () => {
    const [{ zodResolver }, { webhookForm }] = await Promise.all([
      import("@hookform/resolvers/zod"),
      import("@/app/(web)/dashboard/open-api/webhooks/webhook-form-values"),
    ]);
    return zodResolver(webhookForm(t, allowHosts));
  });

/** Endpoint URL, description and events of a webhook. */
export function WebhookForm({ events, allowHosts, start, save, leaveTitle, buttons }: WebhookFormProps) {
  const t = useTranslations("webhooks");
  const resolver = useMemo(() => resolverOf(t, allowHosts), [t, allowHosts]);
  const form = useForm<WebhookFormInput, unknown, WebhookFormOutput>({
    resolver,
    defaultValues: start,
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const [description, chosen] = useWatch({ control: form.control, name: ["description", "events"] });
  const [failure, setFailure] = useState<ShownError | null>(null);
  const [done, setDone] = useState(false);

  const submit = async (values: WebhookFormOutput) => {
    setFailure(null);
    try {
      await save(values);
      setDone(true);
    } catch (error) {
      const faults = (errorOf(error)?.details?.fields ?? []).flatMap(({ path, message }) => {
        const field = fields.find((name) => name === path.split(".")[0]);
        return field ? [{ field, message }] : [];
      });
      for (const { field, message } of faults) form.setError(field, { message }, { shouldFocus: true });
      if (faults.length === 0) setFailure(shownError(error));
    }
  };
  const choose = (next: EventType[]) =>
    form.setValue("events", next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });

  return (
    <form onSubmit={form.handleSubmit(submit, focusEventsIfFirst)} noValidate className="flex flex-col gap-5">
      <ErrorSummary errors={summaryOf(errors)} />
      <Field id={ids.url} label={t("form.url")} help={t("form.urlHelp")} error={errors.url?.message} required>
        <Input
          {...form.register("url")}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://hooks.example.com/leave"
        />
      </Field>
      <Field
        id={ids.description}
        label={t("form.description")}
        help={t("form.used", { used: [...description].length, most: descriptionLength })}
        error={errors.description?.message}
        optional
      >
        <Input {...form.register("description")} autoComplete="off" />
      </Field>
      <EventPicker
        id={ids.events}
        events={events}
        value={chosen}
        onChange={choose}
        error={errors.events?.message}
      />
      {failure ? <ErrorPanel error={failure} /> : null}
      {buttons(isSubmitting)}
      <LeaveGuard active={isDirty && !done} title={leaveTitle} />
    </form>
  );
}

/** The form library focuses inputs by itself; the group of events is none. */
function focusEventsIfFirst(errors: FieldErrors<WebhookFormInput>): void {
  if (errors.events && !errors.url && !errors.description) document.getElementById(ids.events)?.focus();
}

const summaryOf = (errors: FieldErrors<WebhookFormInput>) =>
  fields.flatMap((field) => {
    const message = errors[field]?.message;
    return message ? [{ fieldId: ids[field], message }] : [];
  });
