"use client";

import { createContext, type ReactNode, use, useCallback, useState } from "react";
import { CopyOnceDialog, type Once } from "@/app/_kit/ui/copy-once-dialog";

const Context = createContext<(once: Once) => void>(() => {});

/** Opens the dialog that shows a new secret, on any page. */
export const useShowOnce = (): ((once: Once) => void) => use(Context);

/** Keeps a new secret until it is stored, above all pages: neither a navigation nor a refresh behind the dialog loses it. */
export function CopyOnceProvider({ children }: { children: ReactNode }) {
  const [held, setHeld] = useState<{ once: Once; count: number } | null>(null);
  const show = useCallback(
    (once: Once) => setHeld((before) => ({ once, count: (before?.count ?? 0) + 1 })),
    [],
  );
  return (
    <Context value={show}>
      {children}
      {held ? <CopyOnceDialog key={held.count} once={held.once} onClose={() => setHeld(null)} /> : null}
    </Context>
  );
}
