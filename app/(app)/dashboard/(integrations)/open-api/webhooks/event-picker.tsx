"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "@/app/_kit/ui/badge";
import { Button } from "@/app/_kit/ui/button";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { CodeBlock } from "@/app/_kit/ui/code-block";
import { Dialog } from "@/app/_kit/ui/dialog";
import { Fieldset } from "@/app/_kit/ui/fieldset";
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
export function EventPicker({ id, events, value, onChange, error }: Props) {
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
