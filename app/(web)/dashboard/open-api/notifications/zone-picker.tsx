"use client";

import { Autocomplete } from "@base-ui/react/autocomplete";
import { ChevronsUpDown } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type RefObject, useMemo, useRef, useState } from "react";
import { Button } from "@/app/_ui/button";
import { cn } from "@/app/_ui/class-names";
import { controlStyles } from "@/app/_ui/control-styles";
import { Dialog } from "@/app/_ui/dialog";
import { Field } from "@/app/_ui/field";
import { useIsAwake } from "@/app/_ui/use-is-awake";
import { fieldId } from "@/app/(web)/dashboard/open-api/notifications/form-faults";

type Props = { value: string; onChange: (zone: string) => void; error: string | undefined };

const own = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const id = fieldId("timezone");

/** A time zone, found by typing; "Use my time zone" takes the browser's. */
export function ZonePicker({ value, onChange, error }: Props) {
  const t = useTranslations("notifications.zone");
  const isAwake = useIsAwake();
  const [isOpen, setOpen] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const isOwn = isAwake && own() === value;
  const choose = (zone: string) => {
    onChange(zone);
    setOpen(false);
  };
  return (
    <Field id={id} label={t("label")} error={error} help={isOwn ? t("isYours") : undefined}>
      <button
        id={id}
        type="button"
        aria-label={`${t("label")}: ${value}`}
        aria-haspopup="dialog"
        aria-describedby={error ? `${id}-error` : undefined}
        aria-invalid={error ? true : undefined}
        onClick={() => setOpen(true)}
        className={cn(controlStyles, "flex h-8 items-center justify-between gap-2 pointer-coarse:h-10")}
      >
        <span className="truncate">{value}</span>
        <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-muted" />
      </button>
      {isOwn ? null : (
        <div>
          <Button size="sm" variant="ghost" onClick={() => onChange(own())} className="-ms-2">
            {t("useMine")}
          </Button>
        </div>
      )}
      <Dialog open={isOpen} onOpenChange={setOpen} size="sm" title={t("title")} initialFocus={search}>
        {isOpen ? <ZoneList value={value} onChoose={choose} search={search} /> : null}
      </Dialog>
    </Field>
  );
}

interface Zone {
  value: string;
  label: string;
}

/** The zones that this browser names, and the one that is set. */
function zonesOf(value: string): Zone[] {
  const names = new Set([own(), "UTC", value, ...Intl.supportedValuesOf("timeZone")]);
  // "New York" finds America/New_York.
  return [...names].map((name) => ({ value: name, label: name.replaceAll("_", " ") }));
}

type ListProps = {
  value: string;
  onChoose: (zone: string) => void;
  search: RefObject<HTMLInputElement | null>;
};

function ZoneList({ value, onChoose, search }: ListProps) {
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
