// biome-ignore-all lint/a11y/useAriaPropsForRole: a native checkbox exposes its own checked state.
"use client";

import { type ComponentProps, useId } from "react";
import { cn } from "@/app/_kit/ui/class-names";
import { tickStyles } from "@/app/_kit/ui/control-styles";
import { TickRow, type TickText, tickDescribedBy } from "@/app/_kit/ui/tick-row";
import { useEarlyEntry } from "@/app/_kit/ui/use-early-entry";

export type SwitchProps = Omit<ComponentProps<"input">, "type" | "role"> & TickText;

/** For settings that take effect at once; a form that is saved later uses Checkbox. */
export function Switch({ label, description, error, className, ...rest }: SwitchProps) {
  const made = useId();
  const id = rest.id ?? made;
  const ref = useEarlyEntry(rest);
  const control = (
    <span className="relative inline-flex">
      <input
        {...rest}
        ref={ref}
        id={id}
        type="checkbox"
        role="switch"
        aria-describedby={tickDescribedBy(id, { label, description, error })}
        className={cn(tickStyles, "peer h-5 w-8 rounded-full bg-sunken")}
      />
      <span
        className={cn(
          "pointer-events-none absolute top-[3px] start-[3px] size-3.5 rounded-full bg-control transition-[translate,background-color]",
          "peer-checked:translate-x-3 rtl:peer-checked:-translate-x-3 peer-checked:bg-on-accent forced-colors:hidden",
        )}
      />
    </span>
  );
  return <TickRow {...{ id, control, label, description, error, className }} disabled={rest.disabled} flip />;
}
