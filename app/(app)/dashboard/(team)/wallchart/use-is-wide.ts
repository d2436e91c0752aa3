"use client";

import { useSyncExternalStore } from "react";

/** Tailwind's `md`. */
const wide = "(min-width: 48rem)";

function subscribe(notify: () => void) {
  const media = window.matchMedia(wide);
  media.addEventListener("change", notify);
  return () => media.removeEventListener("change", notify);
}

/** Whether a grid fits; null while unknown: on the server and until hydration. */
export const useIsWide = (): boolean | null =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(wide).matches,
    () => null,
  );
