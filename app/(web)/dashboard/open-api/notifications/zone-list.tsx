"use client";

import { Autocomplete } from "@base-ui/react/autocomplete";
import { useLocale, useTranslations } from "next-intl";
import { type RefObject, useMemo } from "react";
import { cn } from "@/app/_ui/class-names";
import { controlStyles } from "@/app/_ui/control-styles";
import { ownZone } from "@/app/(web)/dashboard/open-api/notifications/own-zone";

interface Zone {
  value: string;
  label: string;
}

/** The zones that this browser names, and the one that is set. */
function zonesOf(value: string): Zone[] {
  const names = new Set([ownZone(), "UTC", value, ...Intl.supportedValuesOf("timeZone")]);
  // "New York" finds America/New_York.
  return [...names].map((name) => ({ value: name, label: name.replaceAll("_", " ") }));
}

type Props = {
  value: string;
  onChoose: (zone: string) => void;
  search: RefObject<HTMLInputElement | null>;
};

export function ZoneList({ value, onChoose, search }: Props) {
  const t = useTranslations("notifications.zone");
  const zones = useMemo(() => zonesOf(value), [value]);
  return (
    <Autocomplete.Root
      open
      inline
      items={zones}
      itemToStringValue={({ label }: Zone) => label}
      limit={60}
      autoHighlight="always"
      keepHighlight
    >
      <Autocomplete.Input
        ref={search}
        aria-label={t("search")}
        placeholder={t("search")}
        className={cn(controlStyles, "h-8 pointer-coarse:h-10")}
      />
      <Autocomplete.Empty>
        <div className="px-2 py-3 text-muted">{t("none")}</div>
      </Autocomplete.Empty>
      <Autocomplete.List
        aria-label={t("title")}
        className="mt-2 max-h-72 overflow-y-auto overscroll-contain data-empty:hidden"
      >
        {(zone: Zone) => (
          <Autocomplete.Item
            key={zone.value}
            value={zone}
            onClick={() => onChoose(zone.value)}
            className="flex min-h-8 cursor-default items-center justify-between gap-3 rounded-sm px-2 py-1 outline-none data-highlighted:bg-hover pointer-coarse:min-h-10 forced-colors:data-highlighted:bg-[Highlight]"
          >
            <span className="min-w-0 wrap-anywhere">{zone.label}</span>
            <Offset zone={zone.value} />
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

/** "GMT+1" at present */
function Offset({ zone }: { zone: string }) {
  const locale = useLocale();
  const part = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: "shortOffset" })
    .formatToParts(new Date())
    .find(({ type }) => type === "timeZoneName");
  return <span className="shrink-0 text-muted text-xs tabular-nums">{part?.value}</span>;
}
