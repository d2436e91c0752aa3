"use client";

import { useEffect, useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import type { AwayDay, AwayDays, Column } from "@/app/(app)/dashboard/(team)/wallchart/chart-types";
import { fewAway } from "@/app/(app)/dashboard/(team)/wallchart/chart-types";
import type { Question } from "@/app/(app)/dashboard/(team)/wallchart/use-people";

/** Page size of "show more". */
const manyAway = 100;

/** The number of days per column. */
export const stepOf = (columns: readonly Column[]): 1 | 7 => ((columns[0]?.days.length ?? 1) > 1 ? 7 : 1);

/** Merged by id; later entries win. */
const merged = <T extends { id: string }>(before: readonly T[], more: readonly T[]): T[] => [
  ...new Map([...before, ...more].map((one) => [one.id, one])).values(),
];

function joined(before: AwayDays, { date }: AwayDay, more: AwayDays): AwayDays {
  const next = more.days[0];
  const days = before.days.map((day) =>
    day.date === date
      ? {
          ...day,
          ...next,
          people: [...new Set([...day.people, ...(next?.people ?? [])])],
          hasMore: next?.hasMore ?? false,
        }
      : day,
  );
  return {
    days,
    people: merged(before.people, more.people),
    calendars: merged(before.calendars, more.calendars),
  };
}

/**
 * Absences by day or week.
 * @param first the data that came with the page; null if it did not, in which case it loads on demand
 */
export function useAwayDays(
  first: AwayDays | null,
  { question, columns, isNeeded }: { question: Question; columns: readonly Column[]; isNeeded: boolean },
) {
  const calls = useTRPCClient();
  const [away, setAway] = useState(first);
  const [loading, setLoading] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const step = stepOf(columns);
  const load = async (day: AwayDay | null) => {
    setLoading(day?.date ?? "");
    setError(null);
    const column = day && columns.find(({ days }) => days[0] === day.date);
    const asked = column && { startDate: column.days[0] ?? "", endDate: column.days.at(-1) ?? "" };
    const page = day ? { skip: day.people.length, limit: manyAway } : { limit: fewAway };
    try {
      const more = await calls.wallchart.away.query({ ...question, ...asked, ...page, step });
      setAway((before) => (before && day ? joined(before, day, more) : more));
    } catch (thrown) {
      setError(thrown);
    }
    setLoading(null);
  };
  const isMissing = isNeeded && away === null && error === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, if it did not come with the page
  useEffect(() => {
    if (isMissing && loading === null) void load(null);
  }, [isMissing]);
  return { away, loading, error, load };
}
