"use client";

import { replaceEqualDeep } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import type { questionOf } from "@/app/(web)/dashboard/wallchart/address";
import type { ChartPage } from "@/app/(web)/dashboard/wallchart/chart-types";
import type { Period } from "@/app/(web)/dashboard/wallchart/period";

export type Question = Period & ReturnType<typeof questionOf>;

/** The two pages as one. Somebody who moved in between stands where they are now. */
function joined(before: ChartPage, more: ChartPage): ChartPage {
  const moved = new Set(more.people.map(({ id }) => id));
  const places = new Map(before.calendars.map((place) => [place.id, place]));
  // A place that is the same stays the same object: rows that stand already are not made anew.
  for (const place of more.calendars) places.set(place.id, replaceEqualDeep(places.get(place.id), place));
  return {
    ...more,
    own: before.own,
    people: [...before.people.filter(({ id }) => !moved.has(id)), ...more.people],
    calendars: [...places.values()],
  };
}

/**
 * The people of a chart, a page at a time. Where the workspace shows others than it did, the whole chart is asked for again, so that
 * nobody stays who may not be seen any more.
 */
export function usePeople(first: ChartPage, question: Question) {
  const calls = useTRPCClient();
  const router = useRouter();
  const [chart, setChart] = useState(first);
  const [isLoading, setLoading] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isBusy = useRef(false);

  const loadUpTo = async (count: number) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setLoading(true);
    let known = chart;
    try {
      do {
        if (!known.next) break;
        const more = await calls.wallchart.page.query({ ...question, after: known.next });
        if (more.sightMark !== known.sightMark) {
          router.refresh();
          return;
        }
        known = joined(known, more);
        setChart(known);
      } while (known.people.length < count);
      setError(null);
    } catch (thrown) {
      setError(thrown);
    } finally {
      isBusy.current = false;
      setLoading(false);
    }
  };
  return { chart, isLoading, error, loadMore: () => loadUpTo(0), loadAll: () => loadUpTo(Infinity) };
}
