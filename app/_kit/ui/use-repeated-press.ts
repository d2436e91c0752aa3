"use client";

import { type RefObject, useEffect, useRef } from "react";
import type { Press } from "@/app/_kit/ui/use-first-press";

/** Ref for the button that replaces a pressed one: it takes the focus, and the press is replayed on it. */
export function useRepeatedPress(press: Press): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const isRepeated = useRef(false);
  useEffect(() => {
    if (!button.current || isRepeated.current) return;
    isRepeated.current = true;
    button.current.focus({ preventScroll: true });
    const Again = press.constructor as new (type: string, init: Press) => Press;
    button.current.dispatchEvent(new Again(press.type, press));
  }, [press]);
  return button;
}
