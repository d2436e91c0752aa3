"use client";

import { createContext, type ReactNode, use, useCallback, useEffect, useState } from "react";
import { CopyOnceDialog, type Once } from "@/app/_ui/copy-once-dialog";
import { loadDialog } from "@/app/_ui/dialog";

// Long enough for the dialog to fade with its content.
const wipedAfterMs = 200;

const Context = createContext<(once: Once) => void>(() => {});

/** Opens the dialog that shows a new secret, whatever page is behind it. */
export function useShowOnce(): (once: Once) => void {
  // On the way before there is a secret that would wait for it.
  useEffect(() => {
    const load = () => void loadDialog().catch(() => undefined);
    const events = ["pointerdown", "keydown"] as const;
    for (const event of events) document.addEventListener(event, load, { once: true });
    return () => {
      for (const event of events) document.removeEventListener(event, load);
    };
  }, []);
  return use(Context);
}

/** Holds a new secret until it is stored, above all pages: neither a navigation nor a refresh behind the dialog loses it. */
export function CopyOnceProvider({ children }: { children: ReactNode }) {
  const [held, setHeld] = useState<{ once: Once; count: number } | null>(null);
  const [open, setOpen] = useState(false);
  const show = useCallback((once: Once) => {
    setHeld((before) => ({ once, count: (before?.count ?? 0) + 1 }));
    setOpen(true);
  }, []);
  const close = () => {
    setOpen(false);
    const wiped = held?.count;
    setTimeout(() => setHeld((now) => (now?.count === wiped ? null : now)), wipedAfterMs);
  };
  return (
    <Context value={show}>
      {children}
      {held ? <CopyOnceDialog key={held.count} once={held.once} open={open} onClose={close} /> : null}
    </Context>
  );
}
