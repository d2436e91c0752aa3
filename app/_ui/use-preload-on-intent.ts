import { useEffect } from "react";

/** Of somebody who is about to do something. */
const intentEvents = ["pointermove", "pointerdown", "keydown"] as const;

/** Loads what answers a press before there was one, without being a part of the page; what fails is asked for again when it is needed. */
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
