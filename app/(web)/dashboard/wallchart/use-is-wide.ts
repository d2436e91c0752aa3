"use client";

import { useSyncExternalStore } from "react";

/** Tailwind's `md`. */
const wide = "(min-width: 48rem)";

function subscribe(tell: () => void) {
  const media = window.matchMedia(wide);
  media.addEventListener("change", tell);
  return () => media.removeEventListener("change", tell);
}

/** Whether there is room for a grid; null where nobody knows yet: on the server and until the page is awake. */
export const useIsWide = (): boolean | null =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(wide).matches,
    () => null,
  );
