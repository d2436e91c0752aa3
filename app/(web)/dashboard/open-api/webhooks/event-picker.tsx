"use client";

import { useState } from "react";
import { Badge } from "@/app/_ui/badge";
import { Button } from "@/app/_ui/button";
import { Checkbox } from "@/app/_ui/checkbox";
import { CodeBlock } from "@/app/_ui/code-block";
import { Dialog } from "@/app/_ui/dialog";
import { Fieldset } from "@/app/_ui/fieldset";
import { refusalOf, scopeWords } from "@/app/(web)/dashboard/open-api/keys/scope-words";
import type { EventView } from "@/app/(web)/dashboard/open-api/webhooks/webhook-views";
import { eventWords } from "@/app/(web)/dashboard/open-api/webhooks/webhook-words";
import { type EventType, eventTypes } from "@/drizzle/schema/values";
import type { Role } from "@/server/access/roles";

type Props = {
  id: string;
  role: Role;
  events: readonly EventView[];
  value: readonly EventType[];
  onChange: (value: EventType[]) => void;
  error?: string;
};

const isEvent = (type: string): type is EventType => (eventTypes as readonly string[]).includes(type);

/** One checkbox for each event; those outside the role say why. `webhook.test` is told of, not chosen. */
export function EventPicker({ id, role, events, value, onChange, error }: Props) {
  const [sample, setSample] = useState<EventView | null>(null);
  // The dialog keeps its words while it fades.
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
        legend="Events"
        error={error}
        action={
          <Button size="sm" variant="ghost" onClick={() => onChange(hasAll ? [] : open)}>
            {hasAll ? "Clear all events" : "Select all events"}
          </Button>
        }
      >
        {events.map((event) => (
          <div key={event.type} className="flex items-start justify-between gap-3">
            <EventRow event={event} role={role} value={value} toggle={toggle} />
            <Button
              size="sm"
              variant="ghost"
              aria-label={`View sample payload of ${event.type}`}
              onClick={() => show(event)}
              className="-my-1"
            >
              <span className="hidden sm:inline">View sample payload</span>
              <span className="sm:hidden">Sample</span>
            </Button>
          </div>
        ))}
      </Fieldset>
      <Dialog
        open={sample !== null}
        onOpenChange={(next) => (next ? undefined : setSample(null))}
        size="lg"
        title={`Sample payload of ${shown?.type ?? ""}`}
        description="What your endpoint gets as the body of a POST. Reasons and comments are never sent."
      >
        <CodeBlock label="Sample payload" code={JSON.stringify(shown?.sample ?? {}, null, 2)} />
      </Dialog>
    </>
  );
}

type RowProps = {
  event: EventView;
  role: Role;
  value: readonly EventType[];
  toggle: (type: EventType, on: boolean) => void;
};

function EventRow({ event: { type, scope, isSubscribable }, role, value, toggle }: RowProps) {
  if (!isEvent(type))
    return (
      <div className="min-w-0 ps-6.5">
        <span className="flex flex-wrap items-center gap-x-2">
          {type} <Badge>Always sent</Badge>
        </span>
        <p className="text-muted text-xs">{eventWords[type]}</p>
      </div>
    );
  const checked = value.includes(type);
  const refusal = !isSubscribable && scope ? refusalOf(role, scopeWords(scope)) : null;
  return (
    <Checkbox
      label={type}
      description={refusal ? `${eventWords[type]} ${refusal}` : eventWords[type]}
      checked={checked}
      // What was chosen before the role changed can still be taken away.
      disabled={!isSubscribable && !checked}
      onChange={({ target }) => toggle(type, target.checked)}
    />
  );
}
