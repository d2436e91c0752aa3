"use client";

import { type ToggleEvent, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

const isOwn = ({ target, currentTarget }: ToggleEvent<HTMLElement>) => target === currentTarget;

/**
 * The native popover of a button: above everything else, beside its button (`popupStyles`), and closed by Escape and by a press outside.
 * Both return the focus.
 * @param onOpen called once it is shown
 */
export function usePopover<Button extends HTMLButtonElement>(onOpen: (popup: HTMLElement) => void) {
  const button = useRef<Button>(null);
  const popup = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    // Not by id: the ids of a layout and of its pages are generated separately, and may collide.
    if (button.current) button.current.popoverTargetElement = popup.current;
  });
  return {
    isOpen,
    close: () => popup.current?.hidePopover(),
    button: { ref: button, "aria-expanded": isOpen },
    popup: {
      ref: popup,
      popover: "auto" as const,
      tabIndex: -1,
      onBeforeToggle: (event: ToggleEvent<HTMLElement>) => {
        // The content must be there before the browser chooses the side.
        if (isOwn(event) && event.newState === "open") flushSync(() => setOpen(true));
      },
      onToggle: (event: ToggleEvent<HTMLElement>) => {
        if (!isOwn(event)) return;
        if (event.newState === "open") onOpen(event.currentTarget);
        else setOpen(false);
      },
    },
  };
}
