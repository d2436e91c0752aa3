"use client";

import { useTranslations } from "next-intl";
import { cn } from "@/app/_kit/ui/class-names";
import { Fieldset } from "@/app/_kit/ui/fieldset";
import { weekFromMonday } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/day-select";
import { fieldId } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/form-faults";
import { useDayNames } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/use-day-names";

type Props = { value: readonly number[]; onChange: (days: number[]) => void; error: string | undefined };

/** The days of the week side by side, multiple choice. */
export function DayToggles({ value, onChange, error }: Props) {
  const t = useTranslations("notifications.form");
  const dayName = useDayNames();
  const toggle = (day: number) =>
    onChange(value.includes(day) ? value.filter((one) => one !== day) : [...value, day]);
  return (
    <Fieldset id={fieldId("sendOnDays")} legend={t("days")} error={error}>
      <div className="grid max-w-md grid-cols-7 gap-1 sm:flex sm:gap-1.5">
        {weekFromMonday.map((day) => {
          const isOn = value.includes(day);
          return (
            <button
              key={day}
              type="button"
              aria-pressed={isOn}
              aria-label={dayName(day)}
              onClick={() => toggle(day)}
              className={cn(
                "h-8 rounded-md border font-medium sm:min-w-11 sm:px-2 transition-colors pointer-coarse:h-10",
                isOn
                  ? "border-accent bg-accent text-on-accent hover:bg-accent-hover forced-colors:bg-[Highlight]"
                  : "border-control bg-surface hover:bg-hover",
              )}
            >
              {dayName(day, "short")}
            </button>
          );
        })}
      </div>
    </Fieldset>
  );
}
