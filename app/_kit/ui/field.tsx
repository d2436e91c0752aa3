"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { cn } from "@/app/_kit/ui/class-names";
import { FieldContext } from "@/app/_kit/ui/field-context";
import { FieldError } from "@/app/_kit/ui/field-error";

export type FieldProps = {
  label: ReactNode;
  children: ReactNode;
  help?: ReactNode;
  error?: ReactNode;
  /** Id of the control; pass it when an error summary links here. */
  id?: string;
  required?: boolean;
  optional?: boolean;
  /** Shown at the right of the label, such as a "Show password" button. */
  action?: ReactNode;
  labelHidden?: boolean;
  className?: string;
};

/** Label above, help and error below; an Input, Textarea or Select inside is tied to them automatically. */
export function Field({
  label,
  children,
  help,
  error,
  required,
  optional,
  action,
  labelHidden,
  ...rest
}: FieldProps) {
  const t = useTranslations("common");
  const made = useId();
  const id = rest.id ?? made;
  const part = (name: string, shown: unknown) => (shown ? `${id}-${name}` : undefined);
  const describedBy = [part("error", error), part("help", help), part("optional", optional)]
    .filter(Boolean)
    .join(" ");
  return (
    <FieldContext value={{ id, describedBy, invalid: Boolean(error), required: Boolean(required) }}>
      <div className={cn("flex min-w-0 flex-col gap-1.5", rest.className)}>
        <div
          className={cn(
            "flex justify-between gap-3",
            action ? "items-center" : "items-baseline",
            labelHidden && "sr-only",
          )}
        >
          <label id={`${id}-label`} htmlFor={id} className="font-medium">
            {label}
          </label>
          {optional ? (
            <span id={part("optional", optional)} className="text-subtle text-xs">
              {t("optional")}
            </span>
          ) : null}
          {action}
        </div>
        {children}
        <FieldError id={part("error", error)}>{error}</FieldError>
        {help ? (
          <div id={part("help", help)} className="text-muted text-xs">
            {help}
          </div>
        ) : null}
      </div>
    </FieldContext>
  );
}
