"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { buttonStyles } from "@/app/_kit/ui/button-styles";
import { CalendarDay } from "@/app/_kit/ui/calendar-day";
import { CalendarLegend } from "@/app/_kit/ui/calendar-legend";
import { cn } from "@/app/_kit/ui/class-names";
import { type UseMarks, useNoMarks } from "@/app/_kit/ui/date-marks";
import {
  type DateText,
  daysLater,
  monthAround,
  monthsLater,
  weekdayOf,
  weeksOf,
} from "@/app/_kit/ui/date-text";
import { popupStyles } from "@/app/_kit/ui/overlay-styles";
import { isCalendarDate } from "@/server/kernel/time/date-range";

/** The day that a key leads to from a day in a grid of days; null for a key that leads nowhere. */
function dateAfterKey(
  { key, shiftKey, currentTarget }: Pick<KeyboardEvent, "key" | "shiftKey" | "currentTarget">,
  date: DateText,
  firstDayOfWeek: number,
): DateText | null {
  const forward = currentTarget.matches(":dir(rtl)") ? -1 : 1;
  const inWeek = (weekdayOf(date) - firstDayOfWeek + 7) % 7;
  const months = shiftKey ? 12 : 1;
  switch (key) {
    case "ArrowLeft":
      return daysLater(date, -forward);
    case "ArrowRight":
      return daysLater(date, forward);
    case "ArrowUp":
      return daysLater(date, -7);
    case "ArrowDown":
      return daysLater(date, 7);
    case "Home":
      return daysLater(date, -inWeek);
    case "End":
      return daysLater(date, 6 - inWeek);
    case "PageUp":
      return monthsLater(date, -months);
    case "PageDown":
      return monthsLater(date, months);
    default:
      return null;
  }
}

type Props = {
  value: string;
  today: DateText;
  min: DateText | undefined;
  openAt: DateText | undefined;
  useMarks: UseMarks | undefined;
  onChoose: (date: DateText) => void;
  onClose: () => void;
};

/** The popover of a calendar, below its input: the date picker dialog of the ARIA Authoring Practices. */
export function DatePopup(popup: ComponentProps<"div">) {
  const t = useTranslations("common.date");
  return (
    <div
      {...popup}
      role="dialog"
      aria-modal="true"
      aria-label={t("choose")}
      onKeyDown={keepFocus}
      className={cn(
        popupStyles,
        "w-72 max-w-[calc(100vw-0.5rem)] p-3 pointer-coarse:w-[21.5rem] pointer-coarse:px-px",
        "[position-anchor:--date] sm:[position-area:block-end_span-inline-end]",
      )}
    />
  );
}

/** The day that the keys start from. */
export const focusDay = (popup: HTMLElement): void =>
  popup.querySelector<HTMLElement>('[role="grid"] button[tabindex="0"]')?.focus();

/** Tab stays inside, as in a modal dialog. */
function keepFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Tab") return;
  const stops = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled, [tabindex="-1"])'),
  ];
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}

/** A month to choose a day from. */
export function DateCalendar({ value, today, min, openAt, useMarks = useNoMarks, onChoose, onClose }: Props) {
  const t = useTranslations("common.date");
  const format = useFormatter();
  const titleId = useId();
  const active = useRef<HTMLButtonElement>(null);
  const chosen = isCalendarDate(value) ? value : null;
  const [at, setAt] = useState(chosen ?? (isCalendarDate(openAt ?? "") ? openAt : null) ?? today);
  const hasMoved = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day
  useEffect(() => {
    if (hasMoved.current) active.current?.focus();
  }, [at]);
  const marks = useMarks(monthAround(at));
  const weeks = weeksOf(at, marks.firstDayOfWeek);
  const written = (date: DateText, how: Pick<Intl.DateTimeFormatOptions, "month" | "year" | "weekday">) =>
    format.dateTime(new Date(date), { ...how, timeZone: "UTC" });
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dateAfterKey(event, at, marks.firstDayOfWeek);
    if (next === null) return;
    event.preventDefault();
    hasMoved.current = true;
    setAt(next);
  };
  const turn = (months: number) => {
    hasMoved.current = false;
    setAt(monthsLater(at, months));
  };
  const turner = (months: -1 | 1) => {
    const Icon = months < 0 ? ChevronLeft : ChevronRight;
    return (
      <button
        type="button"
        aria-label={t(months < 0 ? "previousMonth" : "nextMonth")}
        onClick={() => turn(months)}
        className={cn(buttonStyles({ variant: "ghost", size: "icon" }), "pointer-coarse:size-11")}
      >
        <Icon aria-hidden className="rtl:-scale-x-100" />
      </button>
    );
  };
  // The second week of a month is always complete.
  const [, names = []] = weeks;
  return (
    <>
      <div className="mb-1 flex items-center justify-between gap-2">
        {turner(-1)}
        <h2 id={titleId} aria-live="polite" className="font-semibold">
          {written(at, { month: "long", year: "numeric" })}
        </h2>
        {turner(1)}
      </div>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are moved between by arrows
        role="grid"
        aria-labelledby={titleId}
        className="w-full table-fixed border-collapse"
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {names.map((date) => (
              <th
                key={date}
                scope="col"
                abbr={date ? written(date, { weekday: "long" }) : undefined}
                className="h-7 font-normal text-subtle text-xs"
              >
                {date ? written(date, { weekday: "short" }) : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find((date) => date !== null)}>
              {week.map((date, place) =>
                date ? (
                  <CalendarDay
                    key={date}
                    date={date}
                    marks={marks.of(date)}
                    isActive={date === at}
                    isChosen={date === chosen}
                    isToday={date === today}
                    isDisabled={min !== undefined && date < min}
                    button={date === at ? active : undefined}
                    onChoose={() => onChoose(date)}
                    onFocus={() => setAt(date)}
                  />
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a place without a day
                  <td key={place} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <CalendarLegend legend={marks.legend} date={at} marks={marks.of(at)} />
      <button type="button" onClick={onClose} className="sr-only focus-visible:not-sr-only">
        {t("close")}
      </button>
    </>
  );
}
