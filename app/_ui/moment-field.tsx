"use client";

import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { useIsAwake } from "@/app/_ui/use-is-awake";

/** `YYYY-MM-DDTHH:MM` in the reader's zone, as the browser's control wants it. */
const localText = (at: Date) =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

type Props = { label: string; value: Date | null; onChange: (value: Date | null) => void };

/** A moment to the minute, in the reader's zone. */
export function MomentField({ label, value, onChange }: Props) {
  const awake = useIsAwake();
  return (
    <Field label={label} className="w-full sm:w-52">
      <Input
        type="datetime-local"
        value={value && awake ? localText(value) : ""}
        onChange={({ target }) => onChange(target.value ? new Date(target.value) : null)}
      />
    </Field>
  );
}
