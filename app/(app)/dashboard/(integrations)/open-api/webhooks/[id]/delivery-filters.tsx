"use client";

import { useTranslations } from "next-intl";
import { debounce } from "nuqs";
import { useState } from "react";
import { DateField } from "@/app/_kit/ui/date-field";
import { SearchInput } from "@/app/_kit/ui/search-input";
import { Select } from "@/app/_kit/ui/select";
import { useIsAwake } from "@/app/_kit/ui/use-is-awake";
import {
  type DeliveryFilter,
  responseClasses,
} from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/delivery-filter";
import { eventTypes, testEvent } from "@/drizzle/schema/values";
import { isCalendarDate } from "@/server/kernel/time/date-range";

type Change = Partial<DeliveryFilter>;
type Props = {
  filter: DeliveryFilter;
  onChange: (change: Change, options?: { limitUrlUpdates: ReturnType<typeof debounce> }) => void;
};

const typedForMs = 300;
/** Most requested first. */
const statuses = ["succeeded", "pending", "failed", "held", "cancelled"] as const;

/** Status, event, response class, dates and an id, side by side. */
export function DeliveryFilters({ filter, onChange }: Props) {
  const t = useTranslations("webhooks");
  const { status, event, response, from, to, q } = filter;
  const any = (label: string) => ({ value: "", label });
  return (
    <div className="grid grid-cols-2 items-end gap-2 sm:grid-cols-3 xl:grid-cols-[minmax(0,8fr)_repeat(2,minmax(0,5fr))_minmax(0,6fr)_repeat(2,minmax(0,5fr))]">
      <SearchInput
        label={t("deliveries.find")}
        value={q}
        onChange={({ target }) => onChange({ q: target.value }, { limitUrlUpdates: debounce(typedForMs) })}
        className="col-span-2 sm:col-span-3 sm:w-full xl:col-span-1"
      />
      <Select
        aria-label={t("deliveries.status")}
        value={status ?? ""}
        onChange={({ target }) => onChange({ status: (target.value || null) as DeliveryFilter["status"] })}
        options={[
          any(t("deliveries.everyStatus")),
          ...statuses.map((value) => ({ value, label: t(`deliveryStates.${value}`) })),
        ]}
      />
      <Select
        aria-label={t("deliveries.event")}
        value={event ?? ""}
        onChange={({ target }) => onChange({ event: (target.value || null) as DeliveryFilter["event"] })}
        options={[
          any(t("deliveries.everyEvent")),
          ...[...eventTypes, testEvent].map((value) => ({ value, label: value })),
        ]}
      />
      <Select
        aria-label={t("deliveries.response")}
        value={response ?? ""}
        onChange={({ target }) =>
          onChange({ response: (target.value || null) as DeliveryFilter["response"] })
        }
        options={[
          any(t("deliveries.everyResponse")),
          ...responseClasses.map((value) => ({
            value,
            label: value === "none" ? t("deliveries.noResponse") : value,
          })),
        ]}
        className="col-span-2 sm:col-span-1"
      />
      <DayField
        label={t("deliveries.from")}
        at={from}
        onChange={(day) => onChange({ from: day === null ? null : startOf(day) })}
      />
      <DayField
        label={t("deliveries.to")}
        at={to}
        onChange={(day) => onChange({ to: day === null ? null : endOf(day) })}
      />
    </div>
  );
}

const startOf = (day: string): Date => new Date(`${day}T00:00:00`);
const endOf = (day: string): Date => new Date(`${day}T23:59:59.999`);

function localDay(at: Date): string {
  const pad = (part: number) => String(part).padStart(2, "0");
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
}

type DayProps = { label: string; at: Date | null; onChange: (day: string | null) => void };

/** A day in the user's time zone. The URL has the instant, so that a colleague elsewhere sees the same rows. */
function DayField({ label, at, onChange }: DayProps) {
  // The server does not know the user's time zone.
  const isAwake = useIsAwake();
  const day = isAwake && at ? localDay(at) : "";
  const [typed, setTyped] = useState(day);
  const [known, setKnown] = useState(day);
  if (day !== known) {
    setKnown(day);
    setTyped(day);
  }
  return (
    <DateField
      label={label}
      value={typed}
      pastDays={365}
      onChange={(next) => {
        setTyped(next);
        if (next === "" || isCalendarDate(next)) onChange(next || null);
      }}
    />
  );
}
