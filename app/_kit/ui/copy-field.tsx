"use client";

import { type ReactNode, useRef } from "react";
import { cn } from "@/app/_kit/ui/class-names";
import { CopyButton } from "@/app/_kit/ui/copy-button";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";

export type CopyFieldProps = {
  /** Name of the textbox, such as "API key". */
  label: string;
  value: string;
  /** Such as "Copy key". */
  copyLabel: string;
  help?: ReactNode;
  labelHidden?: boolean;
  /** In lists: the button is an icon, with `copyLabel` as its name. */
  iconOnly?: boolean;
  onCopied?: () => void;
  className?: string;
};

/** A read-only value, selected whole on focus, with its copy button. */
export function CopyField({
  label,
  value,
  copyLabel,
  help,
  labelHidden,
  iconOnly,
  onCopied,
  className,
}: CopyFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const select = () => input.current?.select();
  return (
    <Field label={label} help={help} labelHidden={labelHidden} className={className}>
      <div className={cn("flex flex-wrap gap-2", iconOnly ? "items-center" : "items-start")}>
        <Input
          ref={input}
          mono
          readOnly
          value={value}
          onFocus={select}
          spellCheck={false}
          className="min-w-40 flex-1 basis-40"
        />
        <CopyButton
          value={value}
          label={copyLabel}
          iconOnly={iconOnly ?? false}
          onCopied={onCopied}
          onBlocked={() => input.current?.focus()}
        />
      </div>
    </Field>
  );
}
