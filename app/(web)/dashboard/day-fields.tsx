"use client";

import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";

interface Days {
  /** `YYYY-MM-DD`; empty until something is chosen. */
  startDate: string;
  endDate: string;
}

type Props = {
  values: Days;
  change: (part: Partial<Days>) => void;
  errorAt: (name: keyof Days) => string | undefined;
  idOf: (name: string) => string;
  labels: Record<keyof Days, string>;
};

const place = "min-w-36 flex-1 sm:max-w-46";

/** From which day to which; one day is what most people start from. */
export function DayFields({ values: { startDate, endDate }, change, errorAt, idOf, labels }: Props) {
  const startOn = (day: string) => change({ startDate: day, endDate: day > endDate ? day : endDate });
  return (
    <div className="flex flex-wrap gap-4">
      <Field
        id={idOf("startDate")}
        label={labels.startDate}
        error={errorAt("startDate")}
        required
        className={place}
      >
        <Input type="date" value={startDate} onChange={({ target }) => startOn(target.value)} />
      </Field>
      <Field
        id={idOf("endDate")}
        label={labels.endDate}
        error={errorAt("endDate")}
        required
        className={place}
      >
        <Input
          type="date"
          value={endDate}
          min={startDate || undefined}
          onChange={({ target }) => change({ endDate: target.value })}
        />
      </Field>
    </div>
  );
}
