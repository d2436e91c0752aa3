"use client";

import { Check, Minus } from "lucide-react";
import { type ComponentProps, useEffect, useId, useRef } from "react";
import { cn } from "@/app/_kit/ui/class-names";
import { tickStyles } from "@/app/_kit/ui/control-styles";
import { TickRow, type TickText, tickDescribedBy } from "@/app/_kit/ui/tick-row";
import { useEarlyEntry } from "@/app/_kit/ui/use-early-entry";

export type CheckboxProps = Omit<ComponentProps<"input">, "type" | "ref"> &
  TickText & { indeterminate?: boolean };

/** A native checkbox: works with `register()`, in plain form posts and in forced colours. */
export function Checkbox({
  label,
  description,
  error,
  indeterminate = false,
  className,
  ...rest
}: CheckboxProps) {
  const made = useId();
  const id = rest.id ?? made;
  const box = useRef<HTMLInputElement | null>(null);
  const setRef = useEarlyEntry({ ...rest, ref: box });
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  const control = (
    <span className="relative inline-flex">
      <input
        {...rest}
        ref={setRef}
        id={id}
        type="checkbox"
        aria-describedby={tickDescribedBy(id, { label, description, error })}
        aria-invalid={error ? true : undefined}
        className={cn(
          tickStyles,
          "peer size-4 rounded-sm indeterminate:border-accent indeterminate:bg-accent",
        )}
      />
      <Check
        aria-hidden
        strokeWidth={3}
        className={cn(mark, "peer-checked:opacity-100 peer-indeterminate:opacity-0")}
      />
      <Minus aria-hidden strokeWidth={3} className={cn(mark, "peer-indeterminate:opacity-100")} />
    </span>
  );
  return <TickRow {...{ id, control, label, description, error, className }} disabled={rest.disabled} />;
}

const mark = "pointer-events-none absolute inset-0.5 size-3 text-on-accent opacity-0 forced-colors:hidden";
