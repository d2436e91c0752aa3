"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import type { Form } from "@/app/_kit/form/use-form";
import { FieldError } from "@/app/_kit/ui/field-error";
import { Input } from "@/app/_kit/ui/input";
import {
  hoursText,
  minutesOfText,
  type PatternValues,
  weekdaysFrom,
} from "@/app/(app)/dashboard/(team)/people/patterns";
import { usePatternWords } from "@/app/(app)/dashboard/(team)/people/use-pattern-words";

type Props = { form: Form<PatternValues>; first: number; idOf: (name: string) => string };

/** The longest text of hours and minutes, with blanks. */
const longestHours = 8;

/** Hours of each weekday, of one week or two side by side. */
export function HoursFields({ form: { values, change, errorAt }, first, idOf }: Props) {
  const t = useTranslations("people.pattern");
  const { dayName } = usePatternWords();
  const id = useId();
  const weeks = values.kind === "two" ? [0, 1] : [0];
  const error = errorAt("hours");
  const weekName = (week: number) => t(week === 0 ? "first" : "second");
  const write = (day: number, week: number, text: string) =>
    change({ hours: values.hours.map((list, at) => (at === day ? list.with(week, text) : list)) });
  return (
    <fieldset aria-describedby={`${id}-help${error ? ` ${id}-error` : ""}`} className="flex flex-col gap-2">
      <legend className="font-medium">{t("add.hours")}</legend>
      <p id={`${id}-help`} className="text-muted text-xs">
        {t("add.hoursHelp")} {weeks.length > 1 ? t("add.twoHelp") : null}
      </p>
      <table className="w-fit">
        {weeks.length > 1 ? (
          <thead>
            <tr>
              <td />
              {weeks.map((week) => (
                <th key={week} scope="col" className="px-1 pb-1 text-start font-normal text-muted text-xs">
                  {weekName(week)}
                </th>
              ))}
            </tr>
          </thead>
        ) : null}
        <tbody>
          {weekdaysFrom(first).map((day, at) => (
            <tr key={day}>
              <th scope="row" className="py-0.5 pe-4 text-start font-normal">
                {dayName(day, "long")}
              </th>
              {weeks.map((week) => {
                const text = values.hours[day]?.[week] ?? "";
                return (
                  <td key={week} className="px-1 py-0.5">
                    <Input
                      id={at === 0 && week === 0 ? idOf("hours") : undefined}
                      aria-label={
                        weeks.length > 1
                          ? t("add.inWeek", { day: dayName(day, "long"), week: weekName(week) })
                          : dayName(day, "long")
                      }
                      aria-invalid={minutesOfText(text) === null || undefined}
                      inputMode="numeric"
                      autoComplete="off"
                      maxLength={longestHours}
                      value={text}
                      onChange={({ target }) => write(day, week, target.value)}
                      onBlur={() => {
                        const minutes = minutesOfText(text);
                        if (minutes !== null) write(day, week, hoursText(minutes));
                      }}
                      className="w-20 tabular-nums"
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}
