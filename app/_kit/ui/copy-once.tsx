"use client";

import { createContext, type ReactNode, use, useCallback, useState } from "react";
import type { Once } from "@/app/_kit/ui/copy-once-dialog";
import { loadDialog } from "@/app/_kit/ui/dialog";
import { useLoaded } from "@/app/_kit/ui/use-loaded";
import { usePreloadOnIntent } from "@/app/_kit/ui/use-preload-on-intent";

const loadParts = async () => {
  const { CopyOnceDialog } = await import("@/app/_kit/ui/copy-once-dialog");
  await loadDialog();
  return { CopyOnceDialog };
};

// Long enough for the dialog to fade with its content.
const wipedAfterMs = 200;

const Context = createContext<(once: Once) => void>(() => {});

/** Opens the dialog that shows a new secret, on any page. */
export function useShowOnce(): (once: Once) => void {
  // Loads the dialog before there is a secret that would wait for it.
  usePreloadOnIntent(loadParts);
  return use(Context);
}

/** Keeps a new secret until it is stored, above all pages: neither a navigation nor a refresh behind the dialog loses it. */
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
  const parts = useLoaded(loadParts, held !== null, close);
  return (
    <Context value={show}>
      {children}
      {held && parts ? (
        <parts.CopyOnceDialog key={held.count} once={held.once} open={open} onClose={close} />
      ) : null}
    </Context>
  );
}
