"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { ResourceList } from "@/app/_kit/list/resource-list";
import { useAddress } from "@/app/_kit/list/use-address";
import { isModalOpen, usePageKeys } from "@/app/_kit/page/shortcuts";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { ApproveSelected } from "@/app/(app)/dashboard/(team)/approvals/approve-selected";
import {
  ReasonDialog,
  useApprove,
  useDeny,
} from "@/app/(app)/dashboard/(team)/approvals/decisions/reason-dialog";
import { isSelectable, type Row, rowsOf } from "@/app/(app)/dashboard/(team)/approvals/decisions/rows";
import {
  DecisionsProvider,
  useDecisions,
} from "@/app/(app)/dashboard/(team)/approvals/decisions/use-decisions";
import { needsLook } from "@/app/(app)/dashboard/(team)/approvals/request";
import { RequestPanel } from "@/app/(app)/dashboard/(team)/approvals/request-panel";
import { useColumns } from "@/app/(app)/dashboard/(team)/approvals/use-columns";
import {
  type RequestPage,
  useContexts,
  useRequests,
} from "@/app/(app)/dashboard/(team)/approvals/use-requests";
import type { Choices } from "@/app/(app)/dashboard/(team)/wallchart/chart-types";
import { paths } from "@/app/paths";

type Options = { rows: readonly Row[]; opened: string | null; selection: Selection };

/** The row that has the focus, or whose panel has it; null if the focus is elsewhere, so that no key decides. */
function focusedId(opened: string | null): string | null {
  const focused = document.activeElement;
  if (focused?.closest("[data-side-panel]")) return opened;
  return focused?.closest<HTMLElement>("main [data-row]")?.dataset.row ?? null;
}

/** `a` approves the focused request or the selected ones; `d` asks for the reason and denies; Esc clears the selection. */
function useDecideKeys({ rows, opened, selection }: Options): void {
  const { decide } = useDecisions();
  const approve = useApprove();
  const deny = useDeny();
  const focused = () => {
    const id = focusedId(opened);
    return rows.find(({ request, isOpen }) => isOpen && request.id === id)?.request;
  };
  usePageKeys({
    a: () => {
      const selected = rows
        .filter(({ request }) => selection.ids.has(request.id))
        .map(({ request }) => request);
      if (selected.length > 0) {
        if (selected.some(needsLook)) return true;
        selection.set([]);
        decide(selected, "approve");
        return true;
      }
      const request = focused();
      if (request) approve(request);
      return request !== undefined;
    },
    d: () => {
      const request = focused();
      if (request && selection.ids.size === 0) deny(request);
      return request !== undefined;
    },
  });
  useEscape(selection.ids.size > 0, () => selection.set([]));
}

function useEscape(isOn: boolean, act: () => void): void {
  const last = useRef(act);
  useEffect(() => {
    last.current = act;
  });
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented && !isModalOpen()) last.current();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [isOn]);
}

type Props = {
  first: RequestPage;
  self: string;
  leaveTypes: Choices["leaveTypes"];
  /** Whether something else waits above the queue. */
  isBelowOthers: boolean;
};

/** Whether the panel fits beside the queue. */
const isWide = () => window.matchMedia("(min-width: 64rem)").matches;

/** The queue, and the chosen request beside it. The choice is in the URL. */
export function Approvals({ first, ...props }: Props) {
  const { params, change } = useAddress();
  const chosen = params.get("leave");
  const choose = (leave: string | null) => change({ leave });
  const list = useRequests(first, chosen);
  return (
    <DecisionsProvider onMove={(next) => (isWide() || chosen !== null) && choose(next)} reload={list.reload}>
      <ReasonDialog>
        <Queue {...props} list={list} chosen={chosen} choose={choose} />
      </ReasonDialog>
    </DecisionsProvider>
  );
}

type QueueProps = Omit<Props, "first"> & {
  list: ReturnType<typeof useRequests>;
  chosen: string | null;
  choose: (id: string | null) => void;
};

function Queue({ list, self, leaveTypes, isBelowOthers, chosen, choose }: QueueProps) {
  const t = useTranslations("approvals");
  const { queue } = useDecisions();
  const { requests, isSought, older } = list;
  const rows = rowsOf(requests, queue);
  const opened = chosen ?? rows[0]?.request.id ?? null;
  const openedRow = rows.find(({ request }) => request.id === opened) ?? null;
  const contexts = useContexts(requests, opened);
  const selection = useSelection(rows);
  useDecideKeys({ rows, opened, selection });
  const columns = useColumns({ selection, isOpened: (row) => row.request.id === chosen });
  if (rows.length === 0 && !older.hasOlder && chosen === null)
    return isBelowOthers ? (
      <p className="text-muted">{t("none.leave")}</p>
    ) : (
      <EmptyState title={t("none.title")}>{t("none.text")}</EmptyState>
    );
  return (
    <div className="flex flex-col gap-4">
      <ResourceList
        caption={t("caption")}
        columnsFrom={40}
        columns={columns}
        rows={rows}
        rowKey={({ request }) => request.id}
        rowClassName={chosen === null ? "max-lg:data-selected:bg-surface" : ""}
        nothing={() => <EmptyState title={t("none.title")}>{t("none.text")}</EmptyState>}
        older={{ ...older, label: t("loadMore") }}
        panel={{
          opened,
          // On a narrow screen the panel is above the queue, and only a link opens it.
          show: (id) => {
            if (isWide() === (id !== null)) choose(id);
          },
          pageOf: (id) => `${paths.approvals}?leave=${id}`,
          aside: (_, close) => (
            <RequestPanel
              {...{ row: openedRow, contexts, self, leaveTypes, isSought }}
              isAsked={chosen !== null}
              onClose={openedRow ? close : () => choose(null)}
            />
          ),
        }}
      />
      <ApproveSelected rows={rows} selection={selection} />
    </div>
  );
}

export interface Selection {
  ids: ReadonlySet<string>;
  toggle(id: string): void;
  set(ids: readonly string[]): void;
}

/** The selected rows that are still pending. */
function useSelection(rows: readonly Row[]): Selection {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const open = rows.filter(isSelectable).flatMap(({ request: { id } }) => (ticked.has(id) ? [id] : []));
  return {
    ids: new Set(open),
    toggle: (id) => setTicked(new Set(ticked.has(id) ? open.filter((one) => one !== id) : [...open, id])),
    set: (ids) => setTicked(new Set(ids)),
  };
}
