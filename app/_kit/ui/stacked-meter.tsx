import { cn } from "@/app/_kit/ui/class-names";

type Segment = { name: string; value: number /** Such as "5 days". */; valueText: string; look: string };

/** The looks of segments, in their order: they differ by pattern, too. */
export const meterLooks = {
  full: "bg-accent dark:bg-ring",
  striped:
    "bg-accent bg-[repeating-linear-gradient(45deg,var(--surface)_0_1.5px,transparent_1.5px_5px)] dark:bg-ring",
  hatched: "bg-warning bg-[repeating-linear-gradient(-45deg,var(--surface)_0_2px,transparent_2px_4px)]",
  rest: "bg-track",
} as const;

/** The parts of a whole as one bar, with a legend in words that says the same. Parts without a value are left out. */
export function StackedMeter({ segments }: { segments: readonly Segment[] }) {
  const shown = segments.filter(({ value }) => value > 0);
  const whole = shown.reduce((sum, { value }) => sum + value, 0);
  return (
    <div className="grid gap-2.5">
      <div aria-hidden className="flex h-3 gap-px overflow-hidden rounded-full bg-track forced-colors:border">
        {shown.map(({ name, value, look }) => (
          <span
            key={name}
            className={cn("block h-full min-w-1 [forced-color-adjust:none]", look)}
            style={{ width: `${(value / whole) * 100}%` }}
          />
        ))}
      </div>
      <dl className="flex flex-wrap gap-x-5 gap-y-1">
        {shown.map(({ name, valueText, look }) => (
          <div key={name} className="flex items-center gap-1.5">
            <dt className="flex items-center gap-1.5 text-muted">
              <span
                aria-hidden
                className={cn("size-2.5 rounded-[2px] border border-line [forced-color-adjust:none]", look)}
              />
              {name}
            </dt>
            <dd className="tabular-nums">{valueText}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
