"use client";

import { clockTime } from "@/app/_ui/clock-time";
import { Input, type InputProps } from "@/app/_ui/input";

type Props = Omit<InputProps, "type" | "value" | "onChange"> & {
  /** As it is being typed; `HH:MM` once the field is left, when it is a time. */
  value: string;
  onChange: (value: string) => void;
};

/** A time of day as text on a clock of 24 hours: the browser's own control writes it the way the browser's language does. */
export function TimeInput({ value, onChange, className, ...rest }: Props) {
  return (
    <Input
      {...rest}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      placeholder="09:00"
      maxLength={8}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onBlur={() => onChange(clockTime(value) ?? value)}
      className={className}
    />
  );
}
