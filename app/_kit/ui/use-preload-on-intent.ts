import { useEffect } from "react";

/** Signs of a user who is about to act. */
const intentEvents = ["pointermove", "pointerdown", "keydown"] as const;

/** Loads the code behind a press ahead of it, without being a part of the page; a failed load is retried when the code is needed. */
export function usePreloadOnIntent(load: () => Promise<unknown>): void {
  useEffect(() => {
    const heard = new AbortController();
    const onSign = () => {
      heard.abort();
      load().catch(() => undefined);
    };
    for (const sign of intentEvents)
      window.addEventListener(sign, onSign, { signal: heard.signal, passive: true });
    return () => heard.abort();
  }, [load]);
}
