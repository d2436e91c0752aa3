"use client";

import { Popover } from "@base-ui/react/popover";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { buttonStyles } from "@/app/_kit/ui/button-styles";
import { CalendarDay } from "@/app/_kit/ui/calendar-day";
import { CalendarLegend } from "@/app/_kit/ui/calendar-legend";
import { cn } from "@/app/_kit/ui/class-names";
import { dateAfterKey } from "@/app/_kit/ui/date-keys";
import { type UseMarks, useNoMarks } from "@/app/_kit/ui/date-marks";
import { type DateText, monthAround, monthsLater, weeksOf } from "@/app/_kit/ui/date-text";
import { popupStyles } from "@/app/_kit/ui/overlay-styles";
import { isCalendarDate } from "@/server/kernel/text/text-rules";

type Props = {
  value: string;
  today: DateText;
  min: DateText | undefined;
  openAt: DateText | undefined;
  useMarks: UseMarks | undefined;
  /** The element beside which it opens. */
  frame: RefObject<HTMLElement | null>;
  button: RefObject<HTMLButtonElement | null>;
  onChoose: (date: DateText) => void;
  onClose: () => void;
};

/** A month to choose a day from: the date picker dialog of the ARIA Authoring Practices. */
export function DateCalendar({ frame, button, onClose, ...month }: Props) {
  const t = useTranslations("common.date");
  const active = useRef<HTMLButtonElement>(null);
  return (
    <Popover.Root
      open
      modal="trap-focus"
      onOpenChange={(open, details) => {
        // The button closes it itself.
        const isOnButton =
          details.event.target instanceof Node && button.current?.contains(details.event.target);
        if (!open && !isOnButton) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={frame}
          align="start"
          sideOffset={6}
          collisionPadding={4}
          // A fixed element makes no page wider; a rotated phone would take that width for its own.
          positionMethod="fixed"
          className="z-50"
        >
          <Popover.Popup
            aria-modal="true"
            aria-label={t("choose")}
            initialFocus={active}
            finalFocus={button}
            className={cn(
              popupStyles,
              "max-h-(--available-height) w-72 max-w-[calc(100vw-0.5rem)] overflow-y-auto p-3",
              "pointer-coarse:w-[21.5rem] pointer-coarse:px-px",
            )}
          >
            <Month {...month} active={active} />
            <Popover.Close className="sr-only focus-visible:not-sr-only">{t("close")}</Popover.Close>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

type MonthProps = Omit<Props, "frame" | "button" | "onClose"> & {
  active: RefObject<HTMLButtonElement | null>;
};

function Month({ value, today, min, openAt, useMarks = useNoMarks, onChoose, active }: MonthProps) {
  const t = useTranslations("common.date");
  const format = useFormatter();
  const titleId = useId();
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
    </>
  );
}
