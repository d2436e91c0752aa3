"use client";

import { ChevronsUpDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Button } from "@/app/_ui/button";
import { cn } from "@/app/_ui/class-names";
import { controlStyles } from "@/app/_ui/control-styles";
import { Dialog } from "@/app/_ui/dialog";
import { Field } from "@/app/_ui/field";
import { useIsAwake } from "@/app/_ui/use-is-awake";
import { useLoaded } from "@/app/_ui/use-loaded";
import { fieldId } from "@/app/(web)/dashboard/open-api/notifications/form-faults";
import { ownZone } from "@/app/(web)/dashboard/open-api/notifications/own-zone";

const loadList = () => import("@/app/(web)/dashboard/open-api/notifications/zone-list");

type Props = { value: string; onChange: (zone: string) => void; error: string | undefined };

const id = fieldId("timezone");

/** A time zone, found by typing; "Use my time zone" takes the browser's. */
export function ZonePicker({ value, onChange, error }: Props) {
  const t = useTranslations("notifications.zone");
  const isAwake = useIsAwake();
  const [isOpen, setOpen] = useState(false);
  const parts = useLoaded(loadList, isOpen, () => setOpen(false));
  const search = useRef<HTMLInputElement>(null);
  const isOwn = isAwake && ownZone() === value;
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
          <Button size="sm" variant="ghost" onClick={() => onChange(ownZone())} className="-ms-2">
            {t("useMine")}
          </Button>
        </div>
      )}
      <Dialog
        open={isOpen && parts !== undefined}
        onOpenChange={setOpen}
        size="sm"
        title={t("title")}
        initialFocus={search}
      >
        {isOpen && parts ? <parts.ZoneList value={value} onChoose={choose} search={search} /> : null}
      </Dialog>
    </Field>
  );
}
