"use client";

import { Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { shownError } from "@/app/_kit/page/shown-error";
import { Button } from "@/app/_kit/ui/button";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { addressOf, isFiltered, unfiltered, type Wanted } from "./address";
import type { AwayDays, ChartPage, Choices, Column, DayCount, ExemptPeople, RuledDay } from "./chart-types";
import { DayList } from "./day-list";
import { Grid } from "./grid";
import { Legend, patternsOf } from "./legend";
import { lettersOf } from "./letters";
import { type Question, usePeople } from "./use-people";

/** Whether the page is being printed: then all rows render, not only those around the screen. */
function usePrinting() {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const media = window.matchMedia("print");
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    const change = () => (media.matches ? setPrinting(true) : end());
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    media.addEventListener("change", change);
    // Printed before hydration.
    if (media.matches) setPrinting(true);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
      media.removeEventListener("change", change);
    };
  }, []);
  const print = () => {
    flushSync(() => setPrinting(true));
    window.print();
  };
  return { isPrinting, print };
}

/** Tailwind's `md`. */
const wide = "(min-width: 48rem)";

function subscribe(notify: () => void) {
  const media = window.matchMedia(wide);
  media.addEventListener("change", notify);
  return () => media.removeEventListener("change", notify);
}

/** Whether a grid fits; null while unknown: on the server and until hydration. */
const useIsWide = (): boolean | null =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(wide).matches,
    () => null,
  );

type Props = {
  wanted: Wanted;
  question: Question;
  columns: Column[];
  title: string;
  first: ChartPage;
  counts: DayCount[] | null;
  /** The days on which leave rules let no one more be away. */
  ruled: readonly RuledDay[];
  exempt: readonly ExemptPeople[];
  /** The list of a narrow screen; null if the page did not load it. */
  away: AwayDays | null;
  /** Replaces the counts, which fail alone. */
  countsFailed: ReactNode;
  leaveTypes: Choices["leaveTypes"];
  showsPlaces: boolean;
};

/** People and days: a grid on a wide screen, else a list by day. */
export function Chart({
  wanted,
  question,
  columns,
  title,
  first,
  counts,
  ruled,
  exempt,
  leaveTypes,
  ...rest
}: Props) {
  const t = useTranslations("wallchart");
  const { chart, isLoading, error, loadAFew, loadMore, loadAll } = usePeople(first, question);
  const { isPrinting, print } = usePrinting();
  const isWide = useIsWide();
  const letters = useMemo(() => lettersOf(leaveTypes.map(({ name }) => name)), [leaveTypes]);
  const places = useMemo(() => new Map(chart.calendars.map((place) => [place.id, place])), [chart.calendars]);
  const legendOf = useMemo(
    () => ({ own: chart.own, people: [...chart.people, ...(rest.away?.people ?? [])] }),
    [chart, rest.away],
  );
  const isAlone = chart.people.length === 0;
  const hasMore = chart.next !== null;
  const shared = { chart, columns, places, letters, counts };
  return (
    <div aria-busy={isLoading || undefined} className="wc-chart flex flex-col gap-4">
      {isWide !== false || isPrinting ? (
        <div className="wc-frame hidden md:block print:block">
          <Grid
            {...shared}
            {...{ ruled, exempt }}
            title={title}
            people={addressOf({ ...wanted, view: "month", on: "" })}
            showsPlaces={rest.showsPlaces}
            isPrinting={isPrinting}
            canLoadMore={hasMore && !isLoading && !error}
            loadMore={loadAFew}
            loadAll={loadAll}
          />
        </div>
      ) : null}
      {isWide ? null : (
        <div className="md:hidden print:hidden">
          <DayList first={rest.away} isNeeded={isWide === false} {...{ question, columns, letters, ruled }} />
        </div>
      )}
      {rest.countsFailed}
      {error ? <ErrorPanel error={shownError(error)} onRetry={() => void loadMore()} /> : null}
      {isAlone && isFiltered(wanted) ? (
        <EmptyState
          title={t("noMatch")}
          actions={
            <LinkButton href={addressOf({ ...wanted, ...unfiltered })} scroll={false}>
              {t("filters.clear")}
            </LinkButton>
          }
        >
          {t("noMatchText")}
        </EmptyState>
      ) : null}
      {isAlone && !isFiltered(wanted) ? <p className="text-muted">{t("onlyYou")}</p> : null}
      {chart.own ? (
        <p className="hidden text-muted text-xs md:block print:hidden">
          <span className="pointer-coarse:hidden">{t("drag")}</span>
          <span className="hidden pointer-coarse:inline">{t("tap")}</span>
        </p>
      ) : null}
      {hasMore ? <p className="hidden text-muted print:block">{t("partOf")}</p> : null}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <Legend chart={legendOf} letters={letters} leaveTypes={leaveTypes} patterns={patternsOf(ruled)} />
        <Button
          className="hidden md:inline-flex print:hidden"
          pending={isLoading}
          onClick={() => void loadAll().then(print)}
        >
          <Printer aria-hidden />
          {t("print")}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {isLoading ? t("loadingMore") : ""}
      </p>
    </div>
  );
}
