"use client";

import { createContext, type ReactNode, use, useCallback, useState } from "react";
import { SaveKeyDialog } from "@/app/(web)/dashboard/open-api/keys/save-key-dialog";

/** A key that was just made. The only place in the browser that ever holds the whole of it. */
export interface NewKey {
  name: string;
  plain: string;
  baseUrl: string;
  /** A path that its first call can ask for; null when no endpoint is open to it yet. */
  firstPath: string | null;
}

// Long enough for the dialog to fade with its content.
const wipedAfterMs = 200;

const Context = createContext<(made: NewKey) => void>(() => {});

/** Opens the dialog "Save your API key", whatever page is behind it. */
export const useShowNewKey = () => use(Context);

/** Holds a new key until it is stored, above all pages: neither a navigation nor a refresh behind the dialog loses it. */
export function NewKeyProvider({ children }: { children: ReactNode }) {
  const [made, setMade] = useState<NewKey | null>(null);
  const [open, setOpen] = useState(false);
  const show = useCallback((next: NewKey) => {
    setMade(next);
    setOpen(true);
  }, []);
  const close = () => {
    setOpen(false);
    setTimeout(() => setMade(null), wipedAfterMs);
  };
  return (
    <Context value={show}>
      {children}
      {made ? <SaveKeyDialog made={made} open={open} onClose={close} /> : null}
    </Context>
  );
}
