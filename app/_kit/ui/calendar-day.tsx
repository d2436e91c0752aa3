"use client";

import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import { cn } from "@/app/_kit/ui/class-names";
import type { DateMarks } from "@/app/_kit/ui/date-marks";
import type { DateText } from "@/app/_kit/ui/date-text";
import { useWrittenDate } from "@/app/_kit/ui/use-written-date";

type Props = {
  date: DateText;
  marks: DateMarks | undefined;
  /** The day that Tab reaches. */
  isActive: boolean;
  isChosen: boolean;
  isToday: boolean;
  isDisabled: boolean;
  button: RefObject<HTMLButtonElement | null> | undefined;
  onChoose: () => void;
  onFocus: () => void;
};

/** One day of a month, with its known facts in its name and as marks below its number. */
export function CalendarDay({ date, marks, isActive, isChosen, isToday, isDisabled, button, ...on }: Props) {
  const t = useTranslations("common.date");
  const written = useWrittenDate();
  const { holiday, own, away, rule, isFree } = marks ?? {};
  const name = [written(date, "long"), isToday ? t("today") : null, holiday, own, away, rule].filter(Boolean);
  return (
    // biome-ignore lint/a11y: a cell of the grid, whose button has the focus
    <td role="gridcell" aria-selected={isChosen} className="p-0 text-center">
      <button
        ref={button}
        type="button"
        tabIndex={isActive ? 0 : -1}
        aria-label={name.join(", ")}
        aria-current={isToday ? "date" : undefined}
        aria-disabled={isDisabled || undefined}
        onFocus={on.onFocus}
        onClick={isDisabled ? undefined : on.onChoose}
        className={cn(
          "relative inline-flex h-9 w-full max-w-11 cursor-pointer items-center justify-center rounded-md tabular-nums hover:bg-hover pointer-coarse:h-11",
          (isFree || holiday) && "text-subtle",
          isToday && "font-semibold text-accent-text",
          isChosen && "bg-accent text-on-accent hover:bg-accent-hover",
          isDisabled && "cursor-not-allowed opacity-50",
        )}
      >
        <span className="-translate-y-0.5">{Number(date.slice(8))}</span>
        <span aria-hidden className="absolute inset-x-0 bottom-1 flex justify-center gap-0.5">
          {own ? <Mark kind="own" isLight={isChosen} /> : null}
          {holiday ? <Mark kind="holiday" isLight={isChosen} /> : null}
          {away ? <Mark kind="away" isLight={isChosen} /> : null}
          {rule ? <Mark kind="rule" isLight={isChosen} /> : null}
        </span>
      </button>
    </td>
  );
}

const looks = {
  holiday: "size-1.5 rounded-full bg-warning",
  own: "h-1.5 w-3.5 rounded-full bg-success",
  away: "size-1.5 rounded-full border border-muted",
  rule: "size-1.5 rotate-45 bg-danger",
};

/** Four marks that also differ in shape. */
export const Mark = ({ kind, isLight = false }: { kind: keyof typeof looks; isLight?: boolean }) => (
  <span
    className={cn(
      "inline-block shrink-0 forced-colors:border",
      looks[kind],
      isLight && "ring-1 ring-on-accent",
    )}
  />
);
