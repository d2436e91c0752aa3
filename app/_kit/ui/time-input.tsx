"use client";

import { timeOfDay } from "@/app/_kit/ui/clock-time";
import { Input, type InputProps } from "@/app/_kit/ui/input";

type Props = Omit<InputProps, "type" | "value" | "onChange"> & {
  /** The text as typed; `HH:MM` after the field loses focus, when it is a time. */
  value: string;
  onChange: (value: string) => void;
};

/** A time of day as users type it, shown on a 24-hour clock: the native control follows the browser's language, not the page's. */
export function TimeInput({ value, onChange, className, ...rest }: Props) {
  return (
    <Input
      {...rest}
      type="text"
      autoComplete="off"
      placeholder="09:00"
      maxLength={10}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onBlur={() => onChange(timeOfDay(value) ?? value)}
      className={className}
    />
  );
}
