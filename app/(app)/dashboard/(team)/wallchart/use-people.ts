"use client";

import { useRouter } from "next/navigation";
import { startTransition, useRef, useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import type { questionOf } from "@/app/(app)/dashboard/(team)/wallchart/address";
import type { ChartPage } from "@/app/(app)/dashboard/(team)/wallchart/chart-types";
import type { Period } from "@/app/(app)/dashboard/(team)/wallchart/period";

export type Question = Period & ReturnType<typeof questionOf>;

type Place = ChartPage["calendars"][number];

const isSame = (place: Place, known: Place | undefined): boolean =>
  JSON.stringify(place) === JSON.stringify(known);

/** Both pages as one. A person who moved in between takes their new position. */
function joined(before: ChartPage, more: ChartPage): ChartPage {
  const moved = new Set(more.people.map(({ id }) => id));
  const places = new Map(before.calendars.map((place) => [place.id, place]));
  // An equal place keeps its object identity, so that rendered rows do not render again.
  for (const place of more.calendars) if (!isSame(place, places.get(place.id))) places.set(place.id, place);
  return {
    ...more,
    own: before.own,
    people: [...before.people.filter(({ id }) => !moved.has(id)), ...more.people],
    calendars: [...places.values()],
  };
}

interface Loading {
  /** People per call. */
  limit: number;
  /** Loads until everyone is there. */
  all: boolean;
  /** Puts the loaded people on the page. */
  show(put: () => void): void;
}

/** While scrolling: few enough, and as a transition, so that no frame is late. */
const aFewMore: Loading = { limit: 50, all: false, show: startTransition };
const aPageMore: Loading = { ...aFewMore, limit: 100 };
/** For printing: all people are on the page when the load is done. */
const everybody: Loading = { limit: 100, all: true, show: (put) => put() };

/**
 * The people of a chart, page by page. If the visible set has changed, the whole chart reloads, so that no person stays who may no longer
 * be seen.
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
  /** One load at a time: a request for everyone extends the load in progress. */
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
