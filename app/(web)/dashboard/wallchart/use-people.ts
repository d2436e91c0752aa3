"use client";

import { replaceEqualDeep } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { startTransition, useRef, useState } from "react";
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

interface Loading {
  /** People with one question. */
  limit: number;
  /** Until nobody is left. */
  all: boolean;
  /** Puts what was loaded on the page. */
  show(put: () => void): void;
}

/** While somebody scrolls: so few, and put in between frames, that no frame is late for them. */
const aFewMore: Loading = { limit: 50, all: false, show: startTransition };
const aPageMore: Loading = { ...aFewMore, limit: 100 };
/** They are on the page when it is over: for who prints. */
const everybody: Loading = { limit: 100, all: true, show: (put) => put() };

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
  const running = useRef<Promise<void> | null>(null);
  const wantsAll = useRef(false);

  const run = async ({ limit, show }: Loading) => {
    setLoading(true);
    let known = chart;
    let failed: unknown = null;
    try {
      do {
        if (!known.next) break;
        const page = { limit: wantsAll.current ? everybody.limit : limit, after: known.next };
        const more = await calls.wallchart.page.query({ ...question, ...page });
        if (more.sightMark !== known.sightMark) {
          router.refresh();
          break;
        }
        known = joined(known, more);
      } while (wantsAll.current);
    } catch (thrown) {
      failed = thrown;
    }
    const put = wantsAll.current ? everybody.show : show;
    wantsAll.current = false;
    put(() => {
      setChart(known);
      setError(failed);
      setLoading(false);
    });
  };
  /** One at a time: who wants everybody lets the one under way go on until nobody is left. */
  const load = (how: Loading): Promise<void> => {
    wantsAll.current ||= how.all;
    running.current ??= run(how).finally(() => {
      running.current = null;
    });
    return running.current;
  };
  return {
    ...{ chart, isLoading, error },
    loadAFew: () => load(aFewMore),
    loadMore: () => load(aPageMore),
    loadAll: () => load(everybody),
  };
}
