"use client";

import { type ReactNode, useId } from "react";
import { cn } from "@/app/_kit/ui/class-names";
import { FieldError } from "@/app/_kit/ui/field-error";

export type FieldsetProps = {
  legend: ReactNode;
  children: ReactNode;
  help?: ReactNode;
  error?: ReactNode;
  id?: string;
  /** At the right of the legend, such as "Select all". */
  action?: ReactNode;
  legendHidden?: boolean;
  className?: string;
};

/** A named group of controls, such as the checkboxes of one resource. */
export function Fieldset({
  legend,
  children,
  help,
  error,
  id,
  action,
  legendHidden,
  className,
}: FieldsetProps) {
  const made = useId();
  const base = id ?? made;
  const describedBy = [error ? `${base}-error` : "", help ? `${base}-help` : ""].filter(Boolean).join(" ");
  return (
    // Not a fieldset: its legend cannot share a line with the action.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div
      id={id}
      role="group"
      tabIndex={id ? -1 : undefined}
      aria-labelledby={`${base}-legend`}
      aria-describedby={describedBy || undefined}
      className={cn("flex min-w-0 flex-col gap-2.5", className)}
    >
      <div className={cn("flex items-center justify-between gap-3", legendHidden && !action && "sr-only")}>
        <div id={`${base}-legend`} className={cn("font-medium", legendHidden && "sr-only")}>
          {legend}
        </div>
        {action}
      </div>
      {help ? (
        <p id={`${base}-help`} className="-mt-2 text-muted text-xs">
          {help}
        </p>
      ) : null}
      {children}
      <FieldError id={`${base}-error`}>{error}</FieldError>
    </div>
  );
}
