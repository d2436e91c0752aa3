"use client";

import { type ReactNode, useId } from "react";
import { cn } from "@/app/_ui/class-names";
import { FieldError } from "@/app/_ui/field-error";

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
    <fieldset
      id={id}
      tabIndex={id ? -1 : undefined}
      aria-describedby={describedBy || undefined}
      className={cn("relative flex min-w-0 flex-col gap-2.5", className)}
    >
      <legend className={cn("mb-1.5 font-medium", legendHidden && "sr-only", action ? "pr-28" : "")}>
        {legend}
      </legend>
      {action ? <div className="absolute top-0 right-0">{action}</div> : null}
      {help ? (
        <p id={`${base}-help`} className="-mt-1.5 text-muted text-xs">
          {help}
        </p>
      ) : null}
      {children}
      <FieldError id={`${base}-error`}>{error}</FieldError>
    </fieldset>
  );
}
