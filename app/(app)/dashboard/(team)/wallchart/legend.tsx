"use client";

import { useTranslations } from "next-intl";
import { memo } from "react";
import type { ChartAbsence, Choices } from "@/app/(app)/dashboard/(team)/wallchart/chart-types";
import { colorsOf, unknownLetter } from "@/app/(app)/dashboard/(team)/wallchart/letters";

type Pattern = "pending" | "half" | "hours" | "holiday" | "dayOff" | "ruled";

/** Whose absences are shown. */
type Row = { absences: readonly { type: Pick<NonNullable<ChartAbsence["type"]>, "name"> | null }[] };

type Props = {
  chart: { own: Row | null; people: readonly Row[] };
  letters: ReadonlyMap<string, string>;
  leaveTypes: readonly Pick<Choices["leaveTypes"][number], "id" | "name" | "color">[];
  /** The shown patterns. */
  patterns?: readonly Pattern[];
};

const everyPattern: readonly Pattern[] = ["pending", "half", "hours", "holiday", "dayOff"];

const looks: Record<Pattern, Pick<SampleProps, "mark" | "ground" | "isRuled">> = {
  pending: { mark: { "data-status": "OPEN", "data-fill": "day" } },
  half: { mark: { "data-status": "APPROVED", "data-fill": "morning" } },
  hours: { mark: { "data-status": "APPROVED", "data-fill": "hours" } },
  holiday: { ground: "holiday" },
  dayOff: { ground: "off" },
  ruled: { isRuled: true },
};

const withRules: readonly Pattern[] = [...everyPattern, "ruled"];

/** The patterns of a chart: days without leave only where there are some. */
export const patternsOf = (ruled: readonly unknown[]): readonly Pattern[] =>
  ruled.length > 0 ? withRules : everyPattern;

/** The legend of colours, letters and patterns, for the leave types that are shown. */
export const Legend = memo(function Legend({ chart, letters, leaveTypes, patterns = everyPattern }: Props) {
  const t = useTranslations("wallchart");
  const shown = [...(chart.own ? [chart.own] : []), ...chart.people].flatMap(({ absences }) => absences);
  const names = new Set(shown.map(({ type }) => type?.name));
  const types = leaveTypes.filter(({ name }) => names.has(name));
  const hasUnknown = shown.some(({ type }) => type === null);
  return (
    <ul
      aria-label={t("legend.label")}
      className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-muted text-xs"
    >
      {types.map(({ id, name, color }) => (
        <li key={id} className="flex items-center gap-1.5">
          <Sample mark={{ "data-status": "APPROVED", "data-fill": "day" }} color={color}>
            {letters.get(name)}
          </Sample>
          <span className="wrap-anywhere">{name}</span>
        </li>
      ))}
      {hasUnknown ? (
        <li className="flex items-center gap-1.5">
          <Sample mark={{ "data-status": "APPROVED", "data-fill": "day" }}>{unknownLetter}</Sample>
          {t("awayType")}
        </li>
      ) : null}
      {patterns.map((pattern) => (
        <li key={pattern} className="flex items-center gap-1.5">
          <Sample {...looks[pattern]} />
          {t(`legend.${pattern}`)}
        </li>
      ))}
    </ul>
  );
});

type SampleProps = {
  mark?: Record<`data-${string}`, string> | undefined;
  ground?: string | undefined;
  isRuled?: boolean | undefined;
  color?: string;
  children?: string | undefined;
};

function Sample({ mark, ground, isRuled, color, children }: SampleProps) {
  return (
    <span aria-hidden data-ground={ground} data-ruled={isRuled} className="wc-sample">
      {mark ? (
        <span {...mark} data-starts data-ends className="wc-mark" style={colorsOf(color)}>
          {children}
        </span>
      ) : null}
    </span>
  );
}
