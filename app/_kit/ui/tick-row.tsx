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
        "flex min-w-0 items-start gap-2.5",
        flip && "flex-row-reverse justify-between gap-4",
        className,
      )}
    >
      <span className="flex h-5 shrink-0 items-center">{control}</span>
      <div className="min-w-0">
        <label
          htmlFor={id}
          className={cn("block", disabled ? "cursor-not-allowed text-muted" : "cursor-pointer")}
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
