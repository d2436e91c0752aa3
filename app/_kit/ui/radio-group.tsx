"use client";

import { type ComponentProps, type ReactNode, useId } from "react";
import { cn } from "@/app/_kit/ui/class-names";
import { tickStyles } from "@/app/_kit/ui/control-styles";
import { FieldError } from "@/app/_kit/ui/field-error";
import { TickRow, type TickText, tickDescribedBy } from "@/app/_kit/ui/tick-row";
import { useEarlyEntry } from "@/app/_kit/ui/use-early-entry";

export type RadioGroupProps = {
  label: ReactNode;
  children: ReactNode;
  help?: ReactNode;
  error?: ReactNode;
  labelHidden?: boolean;
  className?: string;
};

/** Named `radiogroup` around Radio parts that share one `name`. */
export function RadioGroup({ label, children, help, error, labelHidden, className }: RadioGroupProps) {
  const id = useId();
  const describedBy = [error ? `${id}-error` : "", help ? `${id}-help` : ""].filter(Boolean).join(" ");
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy || undefined}
      className={cn("flex min-w-0 flex-col gap-2.5", className)}
    >
      <div className={cn(labelHidden && "sr-only")}>
        <div id={`${id}-label`} className="font-medium">
          {label}
        </div>
        {help ? (
          <p id={`${id}-help`} className="text-muted text-xs">
            {help}
          </p>
        ) : null}
      </div>
      {children}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

export type RadioProps = Omit<ComponentProps<"input">, "type"> & TickText;

/** A native radio: arrow keys, `register()` and plain form posts come from the browser. */
export function Radio({ label, description, className, ...rest }: RadioProps) {
  const made = useId();
  const id = rest.id ?? made;
  const ref = useEarlyEntry(rest);
  const control = (
    <span className="relative inline-flex">
      <input
        {...rest}
        ref={ref}
        id={id}
        type="radio"
        aria-describedby={tickDescribedBy(id, { label, description })}
        className={cn(tickStyles, "peer size-4 rounded-full")}
      />
      <span className="pointer-events-none absolute inset-[5px] rounded-full bg-on-accent opacity-0 peer-checked:opacity-100 forced-colors:hidden" />
    </span>
  );
  return <TickRow {...{ id, control, label, description, className }} disabled={rest.disabled} />;
}
