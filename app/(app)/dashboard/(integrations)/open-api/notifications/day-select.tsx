"use client";

import { Field } from "@/app/_kit/ui/field";
import { Select } from "@/app/_kit/ui/select";
import { fieldId } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/form-faults";
import { useDayNames } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/use-when-words";
import type { Weekday } from "@/drizzle/schema/values";

/** Monday first. */
export const weekFromMonday: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 0];

type Props = {
  path: "day" | "firstDayOfWeek";
  label: string;
  value: number;
  onChange: (day: number) => void;
  error: string | undefined;
};

/** A select for one day of the week. */
export function DaySelect({ path, label, value, onChange, error }: Props) {
  const dayName = useDayNames();
  return (
    <Field id={fieldId(path)} label={label} error={error}>
      <Select
        value={String(value)}
        onChange={({ target }) => onChange(Number(target.value))}
        options={weekFromMonday.map((day) => ({ value: String(day), label: dayName(day) }))}
      />
    </Field>
  );
}
