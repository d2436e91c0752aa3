"use client";

import type { ComponentProps } from "react";
import { cn } from "@/app/_kit/ui/class-names";
import { controlStyles } from "@/app/_kit/ui/control-styles";
import { useFieldWiring } from "@/app/_kit/ui/field-context";
import { useEarlyEntry } from "@/app/_kit/ui/use-early-entry";

export type InputProps = ComponentProps<"input"> & { mono?: boolean };

/** Text input. Spread a form's `bind("name")` on it. */
export function Input({ mono = false, className, required, ...rest }: InputProps) {
  const wiring = useFieldWiring({ ...rest, required });
  const ref = useEarlyEntry(rest);
  return (
    <input
      {...rest}
      ref={ref}
      {...wiring}
      className={cn(
        controlStyles,
        "h-8 pointer-coarse:h-11",
        mono && "font-mono text-[0.8125rem]",
        className,
      )}
    />
  );
}
