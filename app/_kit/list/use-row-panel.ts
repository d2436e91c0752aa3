"use client";

import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useRef,
  useSyncExternalStore,
} from "react";
import { useGoTo } from "@/app/_kit/page/use-go-to";

export type RowPanel = {
  /** The key of the row that is open beside the table. */
  opened: string | null;
  show: (row: string | null) => void;
  /** The address of a row's own page. */
  pageOf: (row: string) => string;
  /** Without space beside the table, opens the row below itself. By default its page opens. */
  openInPlace?: (row: string) => void;
  /** Renders a SidePanel. */
  aside: (row: string, close: () => void) => ReactNode;
};

const isModified = (event: MouseEvent) =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

/** Whether the click ended a drag over text. */
const isSelecting = () => window.getSelection()?.isCollapsed === false;

const wide = () => window.matchMedia("(min-width: 64rem)");

/** Whether there is space for a panel beside the table. */
export const isWide = () => wide().matches;

const subscribe = (listener: () => void) => {
  const query = wide();
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
};

/** The same, for rendering; null on the server, which does not know the screen. */
export const useIsWide = () => useSyncExternalStore<boolean | null>(subscribe, isWide, () => null);

const rowAt = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>("tr[data-row]") : null;

/** The one beside the list comes last. */
const panelOf = (place: Element | null) =>
  [...(place?.querySelectorAll<HTMLElement>("[data-side-panel]") ?? [])].at(-1) ?? null;

/** The link that opens a row, in the cell that names it. */
const linkOf = (row: Element | null | undefined) => row?.querySelector<HTMLElement>("th a[href]") ?? null;

/**
 * A list whose rows open in a panel beside it, or lead to their page. `place` wraps list and panel: a click anywhere in a row opens it, the
 * panel follows the focus through the rows, Enter on the open row leads into it, and Escape closes it and returns the focus to the row.
 */
export function useRowPanel({ opened, show, pageOf, openInPlace }: RowPanel) {
  const ref = useRef<HTMLDivElement>(null);
  const goTo = useGoTo();
  const close = () => {
    if (opened) linkOf(ref.current?.querySelector(`tr[data-row="${CSS.escape(opened)}"]`))?.focus();
    show(null);
  };
  // Before the link handles it: it would navigate to the row's page, and scroll up for that.
  const onClickCapture = (event: MouseEvent) => {
    const element = rowAt(event.target);
    const row = element?.dataset.row;
    if (row === undefined || isModified(event)) return;
    const inner = event.target instanceof Element ? event.target.closest("a, button, input, label") : null;
    // Without space for the panel the link leads to the page itself, unless the row opens in place. Any other clickable element in a row
    // keeps its own meaning.
    const leadsOn = !isWide() && openInPlace === undefined;
    if (inner ? inner !== linkOf(element) || leadsOn : isSelecting()) return;
    event.preventDefault();
    if (!isWide()) return openInPlace ? openInPlace(row) : goTo(pageOf(row));
    // A click beside the link leaves the focus nowhere: keys would neither move on from the row nor close the panel.
    linkOf(element)?.focus({ preventScroll: true });
    // Enter on the row that is open leads into its panel.
    if (row === opened && event.detail === 0) return panelOf(ref.current)?.focus({ preventScroll: true });
    show(row);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && opened && !event.defaultPrevented) close();
  };
  const onFocus = (event: FocusEvent) => {
    const row = rowAt(event.target)?.dataset.row;
    if (opened && row !== undefined && row !== opened) show(row);
  };
  return { place: { ref, onClickCapture, onKeyDown, onFocus }, close };
}
