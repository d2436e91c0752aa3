"use client";

import { Mark } from "@/app/_kit/ui/calendar-day";
import type { DateMarks, MonthMarks } from "@/app/_kit/ui/date-marks";
import type { DateText } from "@/app/_kit/ui/date-text";
import { useWrittenDate } from "@/app/_kit/ui/use-written-date";

const kinds = ["holiday", "own", "away", "rule"] as const;

type Props = Pick<MonthMarks, "legend"> & { date: DateText; marks: DateMarks | undefined };

/** The legend of the marks, and the marks of the focused day in words. A day's name contains them, too. */
export function CalendarLegend({ legend, date, marks }: Props) {
  const written = useWrittenDate();
  if (!legend) return null;
  const known = kinds.filter((kind) => marks?.[kind]);
  return (
    <div aria-hidden className="mt-2 min-h-16 border-line border-t px-2 pt-2 text-muted text-xs">
      {known.length > 0 ? (
        <>
          <p className="font-medium text-fg">{written(date)}</p>
          {known.map((kind) => (
            <p key={kind} className="flex items-baseline gap-1.5">
              <Mark kind={kind} />
              <span className="min-w-0">{marks?.[kind]}</span>
            </p>
          ))}
        </>
      ) : (
        <p className="flex flex-wrap gap-x-3 gap-y-1">
          {kinds
            .filter((kind) => legend[kind])
            .map((kind) => (
              <span key={kind} className="inline-flex items-center gap-1.5">
                <Mark kind={kind} />
                {legend[kind]}
              </span>
            ))}
        </p>
      )}
    </div>
  );
}
