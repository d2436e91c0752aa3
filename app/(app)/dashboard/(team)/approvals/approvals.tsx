"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { ResourceList } from "@/app/_kit/list/resource-list";
import { enterAddress, useAddress } from "@/app/_kit/list/use-address";
import { isWide, useIsWide } from "@/app/_kit/list/use-row-panel";
import { shownError } from "@/app/_kit/page/shown-error";
import { Button } from "@/app/_kit/ui/button";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import {
  isFiltered,
  mondayOf,
  questionOf,
  readAddress,
  unfiltered,
  type Wanted,
} from "@/app/(app)/dashboard/(team)/approvals/address";
import { QuestionDialog } from "@/app/(app)/dashboard/(team)/approvals/ask-question";
import { DecideSelected } from "@/app/(app)/dashboard/(team)/approvals/decide-selected";
import { focusRow } from "@/app/(app)/dashboard/(team)/approvals/decisions/focus-row";
import { ReasonDialog } from "@/app/(app)/dashboard/(team)/approvals/decisions/reason-dialog";
import { type Row, rowsOf } from "@/app/(app)/dashboard/(team)/approvals/decisions/rows";
import {
  DecisionsProvider,
  useDecisions,
} from "@/app/(app)/dashboard/(team)/approvals/decisions/use-decisions";
import { DenySeveral } from "@/app/(app)/dashboard/(team)/approvals/deny-several";
import { QueueFilters } from "@/app/(app)/dashboard/(team)/approvals/queue-filters";
import type { Request } from "@/app/(app)/dashboard/(team)/approvals/request";
import { useDay } from "@/app/(app)/dashboard/(team)/approvals/request-facts";
import { RequestPanel } from "@/app/(app)/dashboard/(team)/approvals/request-panel";
import { useColumns } from "@/app/(app)/dashboard/(team)/approvals/use-columns";
import { useDecideKeys } from "@/app/(app)/dashboard/(team)/approvals/use-decide-keys";
import {
  type FirstPage,
  useContexts,
  useRequests,
} from "@/app/(app)/dashboard/(team)/approvals/use-requests";
import { useSelection } from "@/app/(app)/dashboard/(team)/approvals/use-selection";
import type { Choices } from "@/app/(app)/dashboard/(team)/wallchart/chart-types";
import { paths } from "@/app/paths";

type Props = {
  first: FirstPage;
  self: string;
  choices: Pick<Choices, "departments" | "leaveTypes">;
  /** Whether something else waits above the queue. */
  isBelowOthers: boolean;
};

/** The queue, and the chosen request beside it. The choice is in the URL. */
export function Approvals({ first, ...props }: Props) {
  const { params, change } = useAddress();
  const chosen = params.get("leave");
  const choose = (leave: string | null) => change({ leave });
  const wanted = readAddress(params);
  const list = useRequests(first, questionOf(wanted), chosen);
  return (
    <DecisionsProvider onMove={(next) => (isWide() || chosen !== null) && choose(next)} reload={list.reload}>
      <ReasonDialog>
        <QuestionDialog onAsked={list.reload}>
          <Queue {...props} {...{ list, wanted, chosen, choose }} />
        </QuestionDialog>
      </ReasonDialog>
    </DecisionsProvider>
  );
}

type QueueProps = Omit<Props, "first"> & {
  list: ReturnType<typeof useRequests>;
  wanted: Wanted;
  chosen: string | null;
  choose: (id: string | null) => void;
};

function Queue({ list, wanted, self, choices, isBelowOthers, chosen, choose }: QueueProps) {
  const t = useTranslations("approvals");
  const { queue, place } = useDecisions();
  const day = useDay();
  const { requests, isSought, older, answer } = list;
  const { isByWeek } = wanted;
  const rows = rowsOf(requests, queue, { showsHeld: true, order: isByWeek ? "startDate" : "deadline" });
  const opened = chosen ?? (rows.find(({ held }) => held === null) ?? rows[0])?.request.id ?? null;
  const openedRow = rows.find(({ request }) => request.id === opened) ?? null;
  const contexts = useContexts(requests, opened);
  const selection = useSelection(rows);
  const [denied, setDenied] = useState<readonly Request[]>([]);
  const selected = rows.flatMap(({ request }) => (selection.ids.has(request.id) ? [request] : []));
  useDecideKeys({ rows, opened, selection, selected, denySelected: () => setDenied(selected) });
  const { params } = useAddress();
  const linkOf = (id: string) => {
    const kept = new URLSearchParams(params);
    kept.set("leave", id);
    return `${paths.approvals}?${kept}`;
  };
  useArrival(openedRow && chosen);
  const panelOf = (close: () => void, isInRow: boolean) => (
    <RequestPanel
      {...{ row: openedRow, contexts, self, isSought, isInRow }}
      hasKeys={selected.length === 0}
      leaveTypes={choices.leaveTypes}
      isAsked={chosen !== null}
      onClose={close}
    />
  );
  const isWideNow = useIsWide();
  const columns = useColumns({ selection, linkOf, isOpened: (row) => row.request.id === chosen });
  const isEmpty = rows.length === 0 && !older.hasOlder && chosen === null;
  const isLoading = answer.isLoading && !answer.error;
  if (isEmpty && !isFiltered(wanted) && !isLoading && !answer.error)
    return isBelowOthers ? (
      <p className="text-muted">{t("none.leave")}</p>
    ) : (
      <EmptyState title={t("none.title")}>{t("none.text")}</EmptyState>
    );
  return (
    <div className="flex flex-col gap-4">
      <QueueFilters {...{ wanted, choices, isLoading }} />
      {answer.error ? (
        <ErrorPanel error={shownError(answer.error)} retrying={answer.isLoading} onRetry={answer.again} />
      ) : null}
      <ResourceList
        caption={t("caption")}
        columnsFrom={40}
        columns={columns}
        rows={rows}
        rowKey={({ request }) => request.id}
        rowClassName={chosen === null ? "max-lg:data-selected:bg-surface" : ""}
        isLoading={isLoading}
        detailsOf={({ request }) =>
          request.id === chosen && !isWideNow
            ? panelOf(() => {
                choose(null);
                focusRow(place.current, request.id);
              }, true)
            : null
        }
        {...(isByWeek && {
          groupOf: ({ request }: Row) => t("context.week", { date: day(mondayOf(request.startDate)) }),
        })}
        nothing={() =>
          isFiltered(wanted) ? <NoMatch /> : <EmptyState title={t("none.title")}>{t("none.text")}</EmptyState>
        }
        older={{ ...older, label: t("loadMore") }}
        panel={{
          opened,
          // On a narrow screen only a tap opens a request, below its row.
          show: (id) => {
            if (isWide() === (id !== null)) choose(id);
          },
          pageOf: linkOf,
          openInPlace: (id) => (id === chosen ? choose(null) : enterAddress({ leave: id })),
          // A narrow screen has it below its row; the server, which does not know the screen, hides one of the two.
          aside: (_, close) =>
            isWideNow === false && openedRow ? null : panelOf(openedRow ? close : () => choose(null), false),
        }}
      />
      <DecideSelected rows={rows} selection={selection} deny={() => setDenied(selected)} />
      <DenySeveral
        requests={denied}
        onClose={() => setDenied([])}
        onDeny={() => {
          setDenied([]);
          selection.set([]);
        }}
      />
    </div>
  );
}

/** Where the address names a request, a narrow page begins at its row. */
function useArrival(found: string | null): void {
  const { params } = useAddress();
  const named = useRef(params.get("leave"));
  useEffect(() => {
    if (named.current === null || found !== named.current) return;
    named.current = null;
    if (!isWide()) document.querySelector(`tr[data-row="${CSS.escape(found)}"]`)?.scrollIntoView();
  }, [found]);
}

/** Requests wait, but none that the filters want. */
function NoMatch() {
  const t = useTranslations("approvals.filters");
  const { change } = useAddress();
  return (
    <EmptyState title={t("none")} actions={<Button onClick={() => change(unfiltered)}>{t("clear")}</Button>}>
      {t("noneText")}
    </EmptyState>
  );
}
