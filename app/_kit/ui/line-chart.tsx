import { AxisEnds, AxisLabels, AxisLines, type Tick } from "@/app/_kit/ui/chart-axis";
import { cn } from "@/app/_kit/ui/class-names";

type Line = { name: string; values: readonly (number | null)[]; look: string; dashed?: boolean };

export type LineChartProps = {
  /** The picture's description for screen readers; the numbers are in the table beside it. */
  label: string;
  lines: readonly Line[];
  /** Ticks of the axis from 0 to its maximum. */
  ticks: readonly Tick[];
  ends: readonly [string, string];
  /** A reference level, with its name. */
  mark?: { value: number; name: string };
  heightClass?: string;
};

const width = 1000;
const height = 100;

const pointOf = (value: number, n: number, count: number, max: number): string => {
  const x = count > 1 ? (n * width) / (count - 1) : width / 2;
  return `${x.toFixed(1)} ${(height - (Math.min(value, max) / (max || 1)) * height).toFixed(2)}`;
};

/** The known values, as lines that break at gaps. */
function lineOf(values: readonly (number | null)[], max: number): string {
  return values
    .map((value, n) =>
      value === null
        ? ""
        : `${(values[n - 1] ?? null) === null ? "M" : "L"}${pointOf(value, n, values.length, max)}`,
    )
    .join("");
}

/** Points without neighbours, which would make no line. */
function dotsOf(values: readonly (number | null)[], max: number): string {
  const isAlone = (n: number) => (values[n - 1] ?? null) === null && (values[n + 1] ?? null) === null;
  return values
    .map((value, n) => (value !== null && isAlone(n) ? `M${pointOf(value, n, values.length, max)}h0.01` : ""))
    .join("");
}

/** Lines over time, drawn on the server. */
export function LineChart({ label, lines, ticks, ends, mark, heightClass = "h-32" }: LineChartProps) {
  const max = ticks.at(-1)?.value || 1;
  return (
    <div dir="ltr" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
      <AxisLabels ticks={ticks} />
      <div className={cn("relative min-w-0", heightClass)}>
        <AxisLines ticks={ticks} />
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
        >
          {mark ? (
            <line
              x1={0}
              x2={width}
              y1={height - (mark.value / max) * height}
              y2={height - (mark.value / max) * height}
              vectorEffect="non-scaling-stroke"
              className="stroke-control [stroke-dasharray:2_3]"
            />
          ) : null}
          {lines.map(({ name, values, look, dashed }) => (
            <g key={name} fill="none" strokeLinecap="round" strokeLinejoin="round" className={look}>
              <path
                d={lineOf(values, max)}
                vectorEffect="non-scaling-stroke"
                className={cn("stroke-2", dashed && "[stroke-dasharray:5_4]")}
              />
              <path
                d={dotsOf(values, max)}
                vectorEffect="non-scaling-stroke"
                className="[stroke-width:7px]"
              />
            </g>
          ))}
        </svg>
        {mark ? (
          <span
            aria-hidden
            className="absolute end-0 rounded-sm bg-surface/80 px-1 text-subtle text-xs"
            style={{ bottom: `${(mark.value / max) * 100}%` }}
          >
            {mark.name}
          </span>
        ) : null}
      </div>
      <AxisEnds ends={ends} />
    </div>
  );
}
