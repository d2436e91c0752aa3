import { cn } from "@/app/_ui/class-names";

type SparklineProps = {
  values: readonly number[];
  /** Room for values that are still to come. */
  slots?: number;
  className?: string;
};

/** A small picture of a course; the number beside it says what counts, so it is hidden from readers. */
export function Sparkline({ values, slots = values.length, className }: SparklineProps) {
  const top = Math.max(1, ...values);
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${Math.max(1, slots) * 4} 24`}
      preserveAspectRatio="none"
      className={cn("h-6 w-24 text-accent dark:text-ring", className)}
    >
      {values.map((value, n) => {
        const height = value === 0 ? 1 : Math.max(2, (value / top) * 24);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is what names a bar
            key={n}
            x={n * 4 + 0.5}
            width={3}
            y={24 - height}
            height={height}
            className={value === 0 ? "fill-track" : "fill-current"}
          />
        );
      })}
    </svg>
  );
}
