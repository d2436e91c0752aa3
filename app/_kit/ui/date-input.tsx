"use client";

import { Calendar } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useState } from "react";
import { cn } from "@/app/_kit/ui/class-names";
import { DateCalendar, DatePopup, focusDay } from "@/app/_kit/ui/date-calendar";
import type { UseMarks } from "@/app/_kit/ui/date-marks";
import { useFieldWiring } from "@/app/_kit/ui/field-context";
import { Input, type InputProps } from "@/app/_kit/ui/input";
import { typedDate } from "@/app/_kit/ui/typed-date";
import { usePopover } from "@/app/_kit/ui/use-popover";
import { useDateReading, useWrittenDate } from "@/app/_kit/ui/use-written-date";
import { isCalendarDate } from "@/server/kernel/time/date-range";

export type DateInputProps = Omit<InputProps, "type" | "value" | "onChange" | "min" | "mono"> & {
  /** `YYYY-MM-DD`; empty for none; the typed text where it is no date. */
  value: string;
  onChange: (value: string) => void;
  /** The first day that the calendar offers. */
  min?: string | undefined;
  /** How many days back a date without a year may lie. */
  pastDays?: number;
  /** Where the calendar opens while nothing is chosen; a date without a year is the next after it. */
  openAt?: string | undefined;
  useMarks?: UseMarks | undefined;
};

/** A date as users type it in the page's language, and a calendar month beside it. */
export function DateInput({
  value,
  onChange,
  min,
  pastDays = 0,
  openAt,
  useMarks,
  className,
  ...rest
}: DateInputProps) {
  const t = useTranslations("common.date");
  const written = useWrittenDate();
  const reading = useDateReading(pastDays);
  const { id } = useFieldWiring(rest);
  const [text, setText] = useState(() => written(value));
  const [known, setKnown] = useState(value);
  const { isOpen, close, button, popup } = usePopover(focusDay);
  if (value !== known) {
    setKnown(value);
    setText(written(value));
  }
  const type = (next: string) => {
    const from = openAt && isCalendarDate(openAt) ? openAt : undefined;
    const read = typedDate(next, { ...reading(), from }) ?? next.trim();
    setText(next);
    setKnown(read);
    if (read !== value) onChange(read);
  };
  const openByKey = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    // Escape returns the focus to the button.
    button.ref.current?.focus();
    button.ref.current?.click();
  };
  const spoken = isCalendarDate(value) && text !== written(value) ? written(value, "long") : "";
  return (
    <span className={cn("relative block w-full min-w-0 [anchor-scope:all]", className)}>
      <Input
        placeholder={t("placeholder")}
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        {...rest}
        type="text"
        value={text}
        onChange={({ target }) => type(target.value)}
        onBlur={(event) => {
          setText(written(value));
          rest.onBlur?.(event);
        }}
        onKeyDown={openByKey}
        className="pe-9 [anchor-name:--date] pointer-coarse:h-11 pointer-coarse:pe-12"
      />
      <span role="status" className="sr-only">
        {spoken}
      </span>
      <button
        {...button}
        type="button"
        aria-label={t("open")}
        aria-describedby={id ? `${id}-label` : undefined}
        aria-haspopup="dialog"
        disabled={rest.disabled}
        className="absolute inset-y-0 end-0 flex w-8 cursor-pointer items-center justify-center rounded-md text-muted hover:text-fg disabled:cursor-not-allowed noscript:hidden pointer-coarse:w-11"
      >
        <Calendar aria-hidden className="size-4" />
      </button>
      <DatePopup {...popup}>
        {isOpen ? (
          <DateCalendar
            value={value}
            today={reading().today}
            min={min}
            openAt={openAt}
            useMarks={useMarks}
            onChoose={(date) => {
              close();
              onChange(date);
            }}
            onClose={close}
          />
        ) : null}
      </DatePopup>
    </span>
  );
}
