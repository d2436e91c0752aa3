"use client";

import { cloneElement, type KeyboardEvent, type MouseEvent, type ReactElement, useState } from "react";
import { useLoaded } from "@/app/_kit/ui/use-loaded";

type Trigger = ReactElement<React.ComponentProps<"button">>;
/** The event that pressed the button before it could open anything. */
export type Press = globalThis.MouseEvent | globalThis.KeyboardEvent;

/**
 * A button whose pop-up is loaded at its first press, or a moment earlier, when the pointer or focus reaches it. Render `closed` until
 * there are `parts`; then the real one, which replays `press`.
 */
export function useFirstPress<Parts>(
  load: () => Promise<Parts>,
  button: Trigger,
  popup: "menu" | "dialog",
): { closed: ReactElement; opened: { parts: Parts; press: Press } | undefined } {
  const [press, setPress] = useState<Press | null>(null);
  const parts = useLoaded(load, press !== null, () => setPress(null));
  const early = () => void load().catch(() => undefined);
  const closed = cloneElement(button, {
    "aria-haspopup": popup,
    "aria-expanded": false,
    onPointerEnter: early,
    onFocus: early,
    onClick: ({ nativeEvent }: MouseEvent) => setPress(nativeEvent),
    onKeyDown: (event: KeyboardEvent) => {
      if (popup !== "menu" || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
      event.preventDefault();
      setPress(event.nativeEvent);
    },
  });
  return { closed, opened: parts && press ? { parts, press } : undefined };
}
