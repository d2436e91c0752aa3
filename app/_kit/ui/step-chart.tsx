"use client";

import { type KeyboardEvent, useState } from "react";
import { AxisEnds, AxisLabels, AxisLines, shareOf, type Tick } from "@/app/_kit/ui/chart-axis";
import { cn } from "@/app/_kit/ui/class-names";

type ChartStep = {
  /** Unique. */
  key: string;
  /** Where the step begins, from 0 to 1; it lasts until the next one. */
  at: number;
  /** Read aloud, and shown while the step is pointed at or focused: "3 March 2026: 12 days left, 1 day taken". */
  label: string;
  value: number;
  /** A second line below the first, where it differs. */
  second?: number;
  /** Whether something is lost with the step: it gets a mark. */
  isLoss?: boolean;
};

export type StepChartProps = {
  /** Names the picture; the numbers are in the table beside it. */
  label: string;
  /** In their order, the first at 0. */
  steps: readonly ChartStep[];
  ticks: readonly Tick[];
  ends: readonly [string, string];
  /** A moment, from 0 to 1: the line after it is dashed. */
  now: { at: number; name: string } | null;
  heightClass?: string;
};

const width = 1000;
const height = 100;

/** A line in steps between two moments. @param values each from its moment on */
function pathOf(
  values: readonly { at: number; value: number }[],
  ticks: readonly Tick[],
  { from, to }: { from: number; to: number },
): string {
  const x = (at: number) => (at * width).toFixed(1);
  const y = (value: number) => (height - shareOf(value, ticks) * height).toFixed(2);
  const first = values.findLast(({ at }) => at <= from) ?? values[0];
  if (!first || from >= to) return "";
  const later = values.filter(({ at }) => at > from && at <= to);
  return `M${x(from)} ${y(first.value)}${later.map(({ at, value }) => `H${x(at)}V${y(value)}`).join("")}H${x(to)}`;
}

const line = "fill-none stroke-2";
const main = "stroke-accent dark:stroke-ring forced-colors:stroke-[CanvasText]";

/**
 * A value over time, in steps. One stop for the Tab key; the arrow keys move from step to step, and the one that is pointed at or focused is
 * written below.
 */
export function StepChart({ label, steps, ticks, ends, now, heightClass = "h-44" }: StepChartProps) {
  const standing = Math.max(
    0,
    steps.findLastIndex(({ at }) => at <= (now?.at ?? 1)),
  );
  const [current, setCurrent] = useState(standing);
  const stop = Math.min(current, steps.length - 1);
  const shown = steps[stop];
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = { ArrowLeft: stop - 1, ArrowRight: stop + 1, Home: 0, End: steps.length - 1 }[event.key];
    if (next === undefined || next < 0 || next >= steps.length) return;
    event.preventDefault();
    const found = event.currentTarget.querySelector(`[data-step="${next}"]`);
    if (found instanceof HTMLElement) found.focus();
  };
  const split = now?.at ?? 1;
  const firsts = steps.map(({ at, value }) => ({ at, value }));
  const seconds = steps.map(({ at, value, second = value }) => ({ at, value: second }));
  const differs = steps.find(({ value, second = value }) => second !== value);
  const bottom = (value: number) => `${shareOf(value, ticks) * 100}%`;
  return (
    <div dir="ltr">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <AxisLabels ticks={ticks} />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's */}
        <div
          role="group"
          aria-label={label}
          onKeyDown={walk}
          onPointerLeave={() => setCurrent(standing)}
          className={cn("relative min-w-0", heightClass)}
        >
          <AxisLines ticks={ticks} />
          <svg
            aria-hidden
            viewBox={`0 0 ${width} ${height}`}
            preserveAspectRatio="none"
            className="pointer-events-none absolute inset-0 size-full overflow-visible"
          >
            {differs ? (
              <path
                d={pathOf(seconds, ticks, { from: differs.at, to: 1 })}
                vectorEffect="non-scaling-stroke"
                className={cn(
                  line,
                  "stroke-warning forced-colors:stroke-[GrayText] [stroke-dasharray:1.5_4]",
                )}
              />
            ) : null}
            <path
              d={pathOf(firsts, ticks, { from: 0, to: split })}
              vectorEffect="non-scaling-stroke"
              className={cn(line, main)}
            />
            <path
              d={pathOf(firsts, ticks, { from: split, to: 1 })}
              vectorEffect="non-scaling-stroke"
              className={cn(line, main, "[stroke-dasharray:6_4]")}
            />
          </svg>
          {now ? (
            <span
              aria-hidden
              className="pointer-events-none absolute inset-y-0 border-muted border-s"
              style={{ left: `${now.at * 100}%` }}
            >
              <span
                className={cn(
                  "absolute top-0 whitespace-nowrap rounded-sm bg-surface/80 px-1 text-muted text-xs",
                  now.at > 0.5 ? "right-0.5" : "left-0.5",
                )}
              >
                {now.name}
              </span>
            </span>
          ) : null}
          {steps.map(({ key, at, value, isLoss }) =>
            isLoss ? (
              <span
                key={key}
                aria-hidden
                className="-translate-x-1/2 pointer-events-none absolute translate-y-1/2 text-danger-text text-xs leading-none"
                style={{ left: `${at * 100}%`, bottom: bottom(value) }}
              >
                ▼
              </span>
            ) : null,
          )}
          {steps.map(({ key, at, label: text }, n) => (
            <span
              key={key}
              role="img"
              data-step={n}
              aria-label={text}
              tabIndex={n === stop ? 0 : -1}
              onFocus={() => setCurrent(n)}
              onPointerEnter={() => setCurrent(n)}
              className="absolute inset-y-0 min-w-px select-none rounded-sm hover:bg-hover/60"
              style={{ left: `${at * 100}%`, width: `${((steps[n + 1]?.at ?? 1) - at) * 100}%` }}
            />
          ))}
          {shown ? (
            <span
              aria-hidden
              className="-translate-x-1/2 pointer-events-none absolute size-2.5 translate-y-1/2 rounded-full border-2 border-surface bg-fg forced-colors:bg-[Highlight]"
              style={{ left: `${shown.at * 100}%`, bottom: bottom(shown.value) }}
            />
          ) : null}
        </div>
        <AxisEnds ends={ends} />
      </div>
      <p aria-hidden className="mt-2 min-h-10 text-sm tabular-nums">
        {shown?.label}
      </p>
    </div>
  );
}
