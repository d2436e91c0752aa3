"use client";

import { useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import type { ChartPage, Choices } from "@/app/(web)/dashboard/wallchart/chart-types";
import { inkOn, unknownLetter } from "@/app/(web)/dashboard/wallchart/letters";

type Props = {
  chart: ChartPage;
  letters: ReadonlyMap<string, string>;
  leaveTypes: Choices["leaveTypes"];
};

/** What colours, letters and patterns mean: of leave types, those that are shown. */
export function Legend({ chart, letters, leaveTypes }: Props) {
  const t = useTranslations("wallchart");
  const shown = [...(chart.own ? [chart.own] : []), ...chart.people].flatMap(({ absences }) => absences);
  const names = new Set(shown.map(({ type }) => type?.name));
  const types = leaveTypes.filter(({ name }) => names.has(name));
  const hasUnknown = shown.some(({ type }) => type === null);
  const patterns = [
    { name: t("legend.pending"), mark: { "data-status": "OPEN", "data-fill": "day" } },
    { name: t("legend.half"), mark: { "data-status": "APPROVED", "data-fill": "morning" } },
    { name: t("legend.hours"), mark: { "data-status": "APPROVED", "data-fill": "hours" } },
    { name: t("legend.holiday"), ground: "holiday" },
    { name: t("legend.dayOff"), ground: "off" },
  ];
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
      {patterns.map(({ name, mark, ground }) => (
        <li key={name} className="flex items-center gap-1.5">
          <Sample mark={mark} ground={ground} />
          {name}
        </li>
      ))}
    </ul>
  );
}

type SampleProps = {
  mark?: Record<`data-${string}`, string> | undefined;
  ground?: string | undefined;
  color?: string;
  children?: string | undefined;
};

function Sample({ mark, ground, color, children }: SampleProps) {
  return (
    <span aria-hidden data-ground={ground} className="wc-sample">
      {mark ? (
        <span {...mark} data-starts data-ends className="wc-mark" style={colorsOf(color)}>
          {children}
        </span>
      ) : null}
    </span>
  );
}

/** A type's colour and what is written on it; a type that is not told has the page's grey. */
export const colorsOf = (color: string | undefined) =>
  (color ? { "--type": `#${color}`, "--ink": inkOn(color) } : {}) as CSSProperties;
