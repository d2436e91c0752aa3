"use client";

import { useEffect, useRef } from "react";
import { isWide } from "@/app/_kit/list/use-row-panel";
import { isModalOpen, usePageKeys } from "@/app/_kit/page/shortcuts";
import { useAsk } from "@/app/(app)/dashboard/(team)/approvals/ask-question";
import { useApprove, useDeny } from "@/app/(app)/dashboard/(team)/approvals/decisions/reason-dialog";
import type { Row } from "@/app/(app)/dashboard/(team)/approvals/decisions/rows";
import { useDecisions } from "@/app/(app)/dashboard/(team)/approvals/decisions/use-decisions";
import { needsLook, type Request } from "@/app/(app)/dashboard/(team)/approvals/request";
import type { Selection } from "@/app/(app)/dashboard/(team)/approvals/use-selection";

type Options = {
  rows: readonly Row[];
  opened: string | null;
  selection: Selection;
  selected: readonly Request[];
  denySelected: () => void;
};

/** The focus is on nothing that could be meant: on the page itself, or on its title after a decision. */
const isOnPage = (focused: Element | null): boolean => focused === null || focused.matches("body, main, h1");

/**
 * The row that has the focus, or whose panel has it, or the request of the panel while nothing has the focus: its buttons say the keys. Null
 * if the focus is elsewhere, so that no key decides.
 */
function focusedId(opened: string | null): string | null {
  const focused = document.activeElement;
  if (focused?.closest("[data-side-panel]")) return opened;
  if (isOnPage(focused)) return isWide() ? opened : null;
  return focused?.closest<HTMLElement>("main [data-row]")?.dataset.row ?? null;
}

/** `a` approves the focused request or the selected ones; `d` asks for the reason and denies them; `q` asks about the focused one; Esc clears the selection. */
export function useDecideKeys({ rows, opened, selection, selected, denySelected }: Options): void {
  const { decide } = useDecisions();
  const approve = useApprove();
  const deny = useDeny();
  const ask = useAsk();
  const focused = () => {
    const id = focusedId(opened);
    return rows.find(({ request, isOpen }) => isOpen && request.id === id)?.request;
  };
  usePageKeys({
    a: () => {
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
      const [first, second] = selected;
      const request = first ?? focused();
      if (second) denySelected();
      else if (request) deny(request);
      return request !== undefined;
    },
    q: () => {
      const request = focused();
      if (request) ask(request);
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
