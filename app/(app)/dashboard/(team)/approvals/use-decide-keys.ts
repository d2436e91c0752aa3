"use client";

import { useEffect, useRef } from "react";
import { isModalOpen, usePageKeys } from "@/app/_kit/page/shortcuts";
import type { Selection } from "@/app/(app)/dashboard/(team)/approvals/approvals";
import type { Row } from "@/app/(app)/dashboard/(team)/approvals/decisions/rows";
import { useDecisions } from "@/app/(app)/dashboard/(team)/approvals/decisions/use-decisions";
import { useDeny } from "@/app/(app)/dashboard/(team)/approvals/decisions/use-deny";

type Options = { rows: readonly Row[]; opened: string | null; selection: Selection };

/** The row that has the focus, or whose panel has it; null if the focus is elsewhere, so that no key decides. */
function focusedId(opened: string | null): string | null {
  const focused = document.activeElement;
  if (focused?.closest("[data-side-panel]")) return opened;
  return focused?.closest<HTMLElement>("main [data-row]")?.dataset.row ?? null;
}

/** `a` approves the focused request or the selected ones; `d` asks for the reason and denies; Esc clears the selection. */
export function useDecideKeys({ rows, opened, selection }: Options): void {
  const { decide } = useDecisions();
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
        if (selected.some(({ warnings }) => warnings.length > 0)) return true;
        selection.set([]);
        decide(selected, "approve");
        return true;
      }
      const request = focused();
      if (request) decide([request], "approve");
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
