"use client";

import type { ComponentProps, KeyboardEvent } from "react";
import { cn } from "@/app/_kit/ui/class-names";
import { controlStyles } from "@/app/_kit/ui/control-styles";
import { useFieldWiring } from "@/app/_kit/ui/field-context";
import { useEarlyEntry } from "@/app/_kit/ui/use-early-entry";

export type TextareaProps = ComponentProps<"textarea"> & { mono?: boolean };

/** Grows with its content where the browser supports it. */
export function Textarea({ mono = false, className, required, rows = 3, ...rest }: TextareaProps) {
  const wiring = useFieldWiring({ ...rest, required });
  const ref = useEarlyEntry(rest);
  const look = cn(
    controlStyles,
    "field-sizing-content min-h-20 py-1.5",
    mono && "font-mono text-[0.8125rem]",
    className,
  );
  return <textarea {...rest} {...wiring} ref={ref} rows={rows} className={look} />;
}

/** Ctrl+Enter or ⌘+Enter in a field of several lines submits its form. */
export function submitsByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
