"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/app/_kit/ui/button";
import { Field } from "@/app/_kit/ui/field";
import { Picker } from "@/app/_kit/ui/picker";
import { useIsAwake } from "@/app/_kit/ui/use-is-awake";
import { fieldId } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/form-faults";
import { useZones } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/zone-choices";
import { ownZone } from "./zone-choices";

type Props = { value: string; onChange: (zone: string) => void; error: string | undefined };

/** A time zone picker with search; "Use my time zone" takes the browser's. */
export function ZonePicker({ value, onChange, error }: Props) {
  const t = useTranslations("notifications.zone");
  const isAwake = useIsAwake();
  const isOwn = isAwake && ownZone() === value;
  return (
    <Field id={fieldId("timezone")} label={t("label")} error={error} help={isOwn ? t("isYours") : undefined}>
      <Picker
        words={{ title: t("title"), search: t("search"), none: t("none") }}
        value={value}
        onChoose={(zone) => onChange(zone.value)}
        useChoices={useZones}
      >
        {value}
      </Picker>
      {isOwn ? null : (
        <div>
          <Button size="sm" variant="ghost" onClick={() => onChange(ownZone())} className="-ms-2">
            {t("useMine")}
          </Button>
        </div>
      )}
    </Field>
  );
}
