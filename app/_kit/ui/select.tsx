"use client";

import { ChevronsUpDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "@/app/_kit/ui/class-names";
import { controlStyles } from "@/app/_kit/ui/control-styles";
import { useFieldWiring } from "@/app/_kit/ui/field-context";
import { useEarlyEntry } from "@/app/_kit/ui/use-early-entry";

export type SelectProps = ComponentProps<"select"> & {
  options?: readonly { value: string; label: string }[];
};

/** The native select: best keyboard and phone behaviour for short lists. */
export function Select({ options, className, required, children, ...rest }: SelectProps) {
  const wiring = useFieldWiring({ ...rest, required });
  const ref = useEarlyEntry(rest);
  return (
    <span className={cn("relative block h-fit min-w-0", className)}>
      <select
        {...rest}
        {...wiring}
        ref={ref}
        className={cn(controlStyles, "h-8 appearance-none truncate pe-8 pointer-coarse:h-11")}
      >
        {options?.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
        {children}
      </select>
      <ChevronsUpDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 end-2.5 size-3.5 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
