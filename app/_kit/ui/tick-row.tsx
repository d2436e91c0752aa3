"use client";

import type { ReactNode } from "react";
import { cn } from "@/app/_kit/ui/class-names";

export type TickText = { label: ReactNode; description?: ReactNode; error?: ReactNode };
type Props = TickText & {
  id: string;
  control: ReactNode;
  disabled?: boolean;
  flip?: boolean;
  className?: string;
};

/** Control beside its label; the description is tied by `aria-describedby`, so the name stays short. */
export function TickRow({ id, control, label, description, error, disabled, flip, className }: Props) {
  return (
    <div
      className={cn(
        "relative isolate flex min-w-0 items-start gap-2.5",
        // The controls of several stand below each other, also where a column does not stretch them.
        flip && "w-full flex-row-reverse justify-between gap-4",
        className,
      )}
    >
      <span className="relative z-1 flex h-5 shrink-0 items-center">{control}</span>
      <div className="min-w-0">
        <label
          htmlFor={id}
          className={cn(
            "block",
            // On touch the label is as high as a finger, and reaches around the control.
            "pointer-coarse:-my-3 pointer-coarse:py-3 pointer-coarse:before:absolute pointer-coarse:before:-top-3 pointer-coarse:before:size-11",
            flip ? "pointer-coarse:before:-end-1.5" : "pointer-coarse:before:-start-3.5",
            disabled ? "cursor-not-allowed text-muted" : "cursor-pointer",
          )}
        >
          {label}
        </label>
        {description ? (
          <div id={`${id}-description`} className="text-muted text-xs">
            {description}
          </div>
        ) : null}
        {error ? (
          <div id={`${id}-error`} className="text-danger-text text-xs">
            {error}
          </div>
        ) : null}
      </div>
    </div>
  );
}

/** Ids of the texts that describe the control of a TickRow. */
export function tickDescribedBy(id: string, text: TickText): string | undefined {
  const ids = [text.error ? `${id}-error` : "", text.description ? `${id}-description` : ""].filter(Boolean);
  return ids.length > 0 ? ids.join(" ") : undefined;
}
