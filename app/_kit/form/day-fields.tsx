"use client";

import type { ReactNode } from "react";
import { DateField } from "@/app/_kit/ui/date-field";
import type { UseMarks } from "@/app/_kit/ui/date-marks";
import { isCalendarDate } from "@/server/kernel/time/date-range";

interface Days {
  /** `YYYY-MM-DD`; empty by default; the typed text if it is no date. */
  startDate: string;
  endDate: string;
}

type Props = {
  values: Days;
  change: (part: Partial<Days>) => void;
  errorAt: (name: keyof Days) => string | undefined;
  idOf: (name: string) => string;
  labels: Record<keyof Days, string>;
  /** Marks in the calendar popups. */
  useMarks?: UseMarks;
  /** How many days back a date without a year may lie. */
  pastDays?: number;
  /** More about the first and the last day, below each. */
  below?: Record<keyof Days, ReactNode>;
};

const place = "min-w-48 flex-1 sm:max-w-56";

/** First and last day. The last day follows the first, since most leave is one day. */
export function DayFields({ values: { startDate, endDate }, change, below, ...rest }: Props) {
  const startOn = (day: string) => {
    const isLater = isCalendarDate(day) && (endDate === "" || (isCalendarDate(endDate) && day > endDate));
    change({ startDate: day, endDate: isLater ? day : endDate });
  };
  const field = (name: keyof Days) => ({
    name,
    id: rest.idOf(name),
    label: rest.labels[name],
    error: rest.errorAt(name),
    required: true,
    useMarks: rest.useMarks,
    ...(rest.pastDays !== undefined && { pastDays: rest.pastDays }),
  });
  return (
    <div className="flex flex-wrap gap-4">
      <div className={place}>
        <DateField {...field("startDate")} value={startDate} onChange={startOn} />
        {below?.startDate}
      </div>
      <div className={place}>
        <DateField
          {...field("endDate")}
          value={endDate}
          min={isCalendarDate(startDate) ? startDate : undefined}
          openAt={startDate}
          onChange={(day) => change({ endDate: day })}
        />
        {below?.endDate}
      </div>
    </div>
  );
}
