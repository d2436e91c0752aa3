"use client";

import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * A ref for an element that its own action removes, such as the row of a revoked key. Focus inside it, or in the confirmation dialog, moves
 * to the page's heading instead of getting lost.
 */
export function useHandOverFocus<T extends HTMLElement>(): RefObject<T | null> {
  const ref = useRef<T>(null);
  useLayoutEffect(() => {
    const gone = ref.current;
    return () => {
      const focused = document.activeElement;
      const confirmation = focused?.closest<HTMLDialogElement>('dialog[role="alertdialog"]');
      // The page behind an open dialog is inert.
      confirmation?.close();
      if (confirmation || gone?.contains(focused))
        document.querySelector<HTMLElement>("#content h1")?.focus();
    };
  }, []);
  return ref;
}
