"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { DateInput, type DateInputProps } from "@/app/_kit/ui/date-input";
import { Field, type FieldProps } from "@/app/_kit/ui/field";
import { isCalendarDate } from "@/server/kernel/time/date-range";

type Props = Omit<FieldProps, "children"> &
  Pick<DateInputProps, "onChange" | "min" | "pastDays" | "openAt" | "useMarks" | "name"> & {
    /** As in `DateInput`. */
    value: string;
  };

/** A date with its label. Text that is no date is reported as soon as the field loses the focus. */
export function DateField({
  value,
  onChange,
  min,
  pastDays,
  openAt,
  useMarks,
  name,
  error,
  ...field
}: Props) {
  const t = useTranslations("common.date");
  const [isLeft, setLeft] = useState(false);
  const isWrong = value !== "" && !isCalendarDate(value) && (isLeft || Boolean(error));
  return (
    <Field {...field} error={isWrong ? t("wrong") : error}>
      <DateInput
        value={value}
        onChange={onChange}
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
        min={min}
        {...(pastDays !== undefined && { pastDays })}
        openAt={openAt}
        useMarks={useMarks}
        name={name}
      />
    </Field>
  );
}
