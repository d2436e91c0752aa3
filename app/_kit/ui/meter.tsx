import { type ReactNode, useId } from "react";
import { cn } from "@/app/_kit/ui/class-names";

export type MeterProps = {
  label: ReactNode;
  value: number;
  max: number;
  /** Read aloud and shown instead of a percentage, such as "12,400 of 30,000". */
  valueText: string;
  /** For table cells: only the bar is shown; label and value are still read aloud. */
  compact?: boolean;
  /** Share of `max` from which the bar turns amber, red. Omit where full is good. */
  warnAt?: number;
  dangerAt?: number;
  className?: string;
};

/** A quantity within a known range, such as a quota. */
export function Meter({
  label,
  value,
  max,
  valueText,
  compact,
  warnAt = 2,
  dangerAt = 2,
  className,
}: MeterProps) {
  const labelId = useId();
  const shown = Math.min(Math.max(value, 0), max);
  const share = max > 0 ? value / max : 0;
  const fill =
    share >= dangerAt
      ? "bg-danger dark:bg-danger-text"
      : share >= warnAt
        ? "bg-warning"
        : "bg-accent dark:bg-ring";
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser can colour the fill of a native one
    <div
      role="meter"
      aria-labelledby={labelId}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={shown}
      aria-valuetext={valueText}
      className={cn(
        "flex w-full min-w-16 flex-wrap justify-between gap-x-3 gap-y-1.5",
        compact && "min-h-5 content-center",
        className,
      )}
    >
      <span
        id={labelId}
        className={cn("min-w-0 grow basis-36 font-medium wrap-anywhere", compact && "sr-only")}
      >
        {label}
      </span>
      <span aria-hidden className={cn("text-muted tabular-nums", compact && "sr-only")}>
        {valueText}
      </span>
      <span className="h-1.5 basis-full overflow-hidden rounded-full bg-track forced-colors:border">
        <span
          style={{ width: `${max > 0 ? (shown / max) * 100 : 0}%` }}
          className={cn("block h-full rounded-full forced-colors:bg-[Highlight]", fill)}
        />
      </span>
    </div>
  );
}
