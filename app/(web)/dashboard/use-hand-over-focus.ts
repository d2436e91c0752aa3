"use client";

import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Ref for something that its own action makes disappear, such as the row of a key that was revoked: focus inside it, or still in
 * the dialog that asked, goes to the page's heading instead of getting lost.
 */
export function useHandOverFocus<T extends HTMLElement>(): RefObject<T | null> {
  const ref = useRef<T>(null);
  useLayoutEffect(() => {
    const gone = ref.current;
    return () => {
      const focused = document.activeElement;
      if (gone?.contains(focused) || focused?.closest('[role="alertdialog"]'))
        document.querySelector<HTMLElement>("#content h1")?.focus();
    };
  }, []);
  return ref;
}
