"use client";

import { useQueryStates } from "nuqs";
import { type KeyboardEvent, type MouseEvent, useRef } from "react";
import { deliveryViewParsers } from "@/app/(web)/dashboard/open-api/webhooks/[id]/delivery-filter";

/** There is room for a panel beside the table. */
const isWide = () => window.matchMedia("(min-width: 64rem)").matches;

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);

/** Which delivery is open beside the table, and "Live": both in the address. Arrow keys walk the rows, Escape closes. */
export function useDeliveryPanel(ids: readonly string[]) {
  const [{ delivery: opened, live }, setView] = useQueryStates(deliveryViewParsers, { clearOnDefault: true });
  const place = useRef<HTMLDivElement>(null);
  const focusRow = (id: string) => {
    const link = place.current?.querySelector(`a[data-delivery="${CSS.escape(id)}"]`);
    if (link instanceof HTMLElement) link.focus();
  };
  const show = (id: string | null) => void setView({ delivery: id });
  const close = () => {
    show(null);
    if (opened) focusRow(opened);
  };
  const open = (event: MouseEvent, id: string) => {
    if (!isPlain(event) || !isWide()) return;
    event.preventDefault();
    show(id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLInputElement && event.target.type !== "checkbox";
    if (isTyping || event.metaKey || event.ctrlKey || event.altKey) return;
    if (event.key === "Escape" && opened) return close();
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const focused = document.activeElement?.getAttribute("data-delivery");
    if (by === undefined || !focused) return;
    const next = ids[ids.indexOf(focused) + by];
    if (!next) return;
    event.preventDefault();
    focusRow(next);
    if (opened) show(next);
  };
  const setLive = (on: boolean) => void setView({ live: on });
  return { place, opened, open, close, show, onKeyDown, live, setLive };
}
