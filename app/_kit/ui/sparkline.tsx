import { cn } from "@/app/_kit/ui/class-names";

type SparklineProps = {
  values: readonly number[];
  /** Slots, including those for values that are still to come. */
  slots?: number;
  className?: string;
};

/** A small picture of a trend on its zero line; the number beside it carries the information, so it is hidden from screen readers. */
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
        if (value === 0) return null;
        const height = Math.max(2, (value / top) * 22);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the position identifies a bar
            key={n}
            x={n * 4 + 0.5}
            width={3}
            y={22 - height}
            height={height}
            className="fill-current"
          />
        );
      })}
      <line
        x1={0}
        x2={Math.max(1, slots) * 4}
        y1={23}
        y2={23}
        vectorEffect="non-scaling-stroke"
        className="stroke-1 stroke-control"
      />
    </svg>
  );
}
