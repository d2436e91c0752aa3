"use client";

import { useFormatter } from "next-intl";
import { type KeyboardEvent, useState } from "react";
import { AxisEnds, AxisLabels, AxisLines } from "@/app/_kit/ui/chart-axis";
import { cn } from "@/app/_kit/ui/class-names";
import { niceTicks } from "@/app/_kit/ui/nice-ticks";
import { PageLink } from "@/app/_kit/ui/page-link";

type Segment = { name: string; value: number; look: string };
type Bar = {
  /** Unique. */
  key: string;
  /** Read aloud, and shown on hover: "3 November: 40 requests, 2 failed". */
  label: string;
  /** Bottom first. */
  segments: readonly Segment[];
  href?: string;
};

export type StackedBarsProps = {
  /** Names the group of bars. */
  label: string;
  bars: readonly Bar[];
  /** Labels below the first and last bar. */
  ends: readonly [string, string];
  heightClass?: string;
  /** With it bars are buttons, and dragging over several selects them all. */
  onChoose?: (first: number, last: number) => void;
};

/**
 * Stacked bars of equal width. One stop for the Tab key; the arrow keys move from bar to bar. The segments keep their patterns in forced
 * colours.
 */
export function StackedBars({ label, bars, ends, heightClass = "h-40", onChoose }: StackedBarsProps) {
  const format = useFormatter();
  const [current, setCurrent] = useState(bars.length - 1);
  const [drawn, setDrawn] = useState<[number, number] | null>(null);
  const totals = bars.map(({ segments }) => segments.reduce((sum, { value }) => sum + value, 0));
  const ticks = niceTicks(Math.max(0, ...totals), { whole: true }).map((value) => ({
    value,
    label: format.number(value),
  }));
  const top = ticks.at(-1)?.value || 1;
  const stop = Math.min(Math.max(0, current), bars.length - 1);
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = { ArrowLeft: stop - 1, ArrowRight: stop + 1, Home: 0, End: bars.length - 1 }[event.key];
    if (next === undefined || next < 0 || next >= bars.length) return;
    event.preventDefault();
    setCurrent(next);
    const found = event.currentTarget.querySelector(`[data-bar="${next}"]`);
    if (found instanceof HTMLElement) found.focus();
  };
  const finish = () => {
    if (drawn && drawn[0] !== drawn[1]) onChoose?.(Math.min(...drawn), Math.max(...drawn));
    setDrawn(null);
  };
  const isDrawn = (n: number) => drawn !== null && n >= Math.min(...drawn) && n <= Math.max(...drawn);
  return (
    <div dir="ltr" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
      <AxisLabels ticks={ticks} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's */}
      <div
        role="group"
        aria-label={label}
        onKeyDown={walk}
        onPointerUp={finish}
        onPointerLeave={() => setDrawn(null)}
        className={cn("relative flex touch-pan-y items-stretch gap-px", heightClass)}
      >
        <AxisLines ticks={ticks} />
        {bars.map((bar, n) => {
          const shared = {
            "data-bar": n,
            "aria-label": bar.label,
            title: bar.label,
            tabIndex: n === stop ? 0 : -1,
            onFocus: () => setCurrent(n),
            draggable: false,
            className: cn(
              "-outline-offset-2 relative flex min-w-0 flex-1 select-none flex-col-reverse rounded-sm hover:bg-hover",
              isDrawn(n) && "bg-accent-soft",
            ),
          };
          const parts = bar.segments.map(({ name, value, look }) =>
            value > 0 ? (
              <span
                key={name}
                className={cn("block min-h-px w-full [forced-color-adjust:none]", look)}
                style={{ height: `${(value / top) * 100}%` }}
              />
            ) : null,
          );
          if (onChoose)
            return (
              <button
                key={bar.key}
                type="button"
                {...shared}
                onClick={() => onChoose(n, n)}
                onPointerDown={() => setDrawn([n, n])}
                onPointerEnter={() => setDrawn((now) => now && [now[0], n])}
              >
                {parts}
              </button>
            );
          return bar.href ? (
            <PageLink key={bar.key} href={bar.href} prefetch={false} {...shared}>
              {parts}
            </PageLink>
          ) : (
            <span key={bar.key} role="img" {...shared}>
              {parts}
            </span>
          );
        })}
      </div>
      <AxisEnds ends={ends} />
    </div>
  );
}

/** The meaning of the segments' looks. */
export function Legend({ items }: { items: readonly { name: string; look: string }[] }) {
  return (
    <ul className="mb-2.5 flex flex-wrap gap-x-4 gap-y-1 text-muted text-xs">
      {items.map(({ name, look }) => (
        <li key={name} className="flex items-center gap-1.5">
          <span aria-hidden className={cn("size-2.5 rounded-[2px] [forced-color-adjust:none]", look)} />
          {name}
        </li>
      ))}
    </ul>
  );
}
