"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { type Form, fieldAmong } from "@/app/_kit/form/use-form";
import { DateField } from "@/app/_kit/ui/date-field";
import { FieldError } from "@/app/_kit/ui/field-error";
import { Input } from "@/app/_kit/ui/input";
import { Radio, RadioGroup } from "@/app/_kit/ui/radio-group";
import {
  hoursText,
  minutesOfText,
  type PatternValues,
  weekdaysFrom,
} from "@/app/(app)/dashboard/(team)/people/patterns";
import { usePatternWords } from "@/app/(app)/dashboard/(team)/people/use-pattern-words";

/** The longest text of hours and minutes, with blanks. */
const longestHours = 8;

type HoursFieldsProps = { form: Form<PatternValues>; first: number; idOf: (name: string) => string };

/** Hours of each weekday, of one week or two side by side. */
function HoursFields({ form: { values, change, errorAt }, first, idOf }: HoursFieldsProps) {
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

const kinds = ["one", "two", "location"] as const;

/** The id of a field's control. */
export const patternFieldId = (name: string) => `pattern-${name}`;

/** The form field for a path in an API error. */
export const patternFieldOf = (path: string): string | null => {
  const [field = ""] = path.replace(/^pattern\./, "").split(".");
  return fieldAmong(["from", "hours"])(field === "minutes" ? "hours" : field);
};

type Props = {
  form: Form<PatternValues>;
  /** The location whose work week can replace a pattern; null if people have different ones. */
  location: string | null;
  /** The first day of the week. */
  first: number;
};

/** The start date, and the hours of each day. */
export function PatternFields({ form, location, first }: Props) {
  const t = useTranslations("people.pattern.add");
  const { values, errorAt } = form;
  return (
    <>
      <DateField
        id={patternFieldId("from")}
        label={t("from")}
        help={t("fromHelp")}
        error={errorAt("from")}
        required
        className="sm:max-w-56"
        value={values.from}
        onChange={(from) => form.change({ from })}
        pastDays={180}
      />
      <RadioGroup label={t("kind")}>
        {kinds.map((kind) => (
          <Radio
            key={kind}
            name="kind"
            value={kind}
            label={
              kind === "location" && location === null
                ? t("theirLocation")
                : t(`kinds.${kind}`, { location: location ?? "" })
            }
            checked={values.kind === kind}
            onChange={() => form.change({ kind })}
          />
        ))}
      </RadioGroup>
      {values.kind === "location" ? null : <HoursFields form={form} first={first} idOf={patternFieldId} />}
    </>
  );
}
