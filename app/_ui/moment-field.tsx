"use client";

import { useTimeZone } from "next-intl";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { momentOf, wallText } from "@/app/_ui/wall-time";

type Props = { label: string; value: Date | null; onChange: (value: Date | null) => void };

/** A moment to the minute, in the reader's zone. */
export function MomentField({ label, value, onChange }: Props) {
  const timeZone = useTimeZone() ?? "UTC";
  return (
    <Field label={label} className="w-full sm:w-52">
      <Input
        type="datetime-local"
        value={value ? wallText(value, timeZone) : ""}
        onChange={({ target }) => onChange(momentOf(target.value, timeZone))}
      />
    </Field>
  );
}
