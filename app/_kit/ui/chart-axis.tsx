export type Tick = { value: number; label: string };

type Props = {
  /** From the minimum of the axis, 0 or below, to its maximum. */
  ticks: readonly Tick[];
};

/** How far up the axis a value is, from 0 to 1. */
export function shareOf(value: number, ticks: readonly Tick[]): number {
  const bottom = ticks[0]?.value ?? 0;
  return (value - bottom) / ((ticks.at(-1)?.value ?? 1) - bottom || 1);
}
const heightOf = (tick: Tick, ticks: readonly Tick[]) => `${shareOf(tick.value, ticks) * 100}%`;

/** The labels beside a chart, each at its height. */
export function AxisLabels({ ticks }: Props) {
  return (
    <div aria-hidden className="relative text-end text-subtle text-xs leading-none tabular-nums">
      {ticks.map((tick) => (
        // Invisible: gives the column its width.
        <span key={tick.value} className="invisible block h-0 overflow-hidden whitespace-nowrap">
          {tick.label}
        </span>
      ))}
      {ticks.map((tick) => (
        <span
          key={tick.value}
          className="absolute end-0 translate-y-1/2 whitespace-nowrap"
          style={{ bottom: heightOf(tick, ticks) }}
        >
          {tick.label}
        </span>
      ))}
    </div>
  );
}

/** Gridlines across a chart at its labels, behind the data. */
export function AxisLines({ ticks }: Props) {
  return ticks.map((tick) => (
    <span
      key={tick.value}
      aria-hidden
      className={
        tick.value === 0
          ? "pointer-events-none absolute inset-x-0 border-control border-b"
          : "pointer-events-none absolute inset-x-0 border-line border-b"
      }
      style={{ bottom: heightOf(tick, ticks) }}
    />
  ));
}

/** The names of the first and the last moment, below a chart. */
export function AxisEnds({ ends }: { ends: readonly [string, string] }) {
  return (
    <>
      <span />
      <div aria-hidden className="mt-1 flex justify-between text-subtle text-xs">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </div>
    </>
  );
}
